import { ChartNoAxesColumn } from 'lucide'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { joinPath } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { Button } from '../../ui/button.tsx'
import { useStore } from '../../ui/create-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadBoundary } from '../../ui/load-boundary.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { pageLoading, useAddress } from '../../ui/router.tsx'
import { Frame } from '../../ui/shell/frame.tsx'
import { TopBar } from '../../ui/shell/top-bar.tsx'
import { VisitorBar } from '../../ui/shell/visitor-bar.tsx'
import { useSite } from '../../ui/site.tsx'
import { toasterUsed } from '../../ui/toast.ts'
import { Player } from './player.tsx'

type LayoutProps = { hasVisitorBar: boolean; children: ReactNode }

export function Layout({ hasVisitorBar, children }: LayoutProps) {
  const user = useCurrentUser()
  const { pathname } = useAddress()
  useSidebarMarker(user !== null)
  return (
    <>
      {user ? (
        <Suspense>
          <MemberLayout username={user.username} avatar={user.avatar} pathname={pathname}>
            {children}
          </MemberLayout>
        </Suspense>
      ) : (
        <VisitorLayout pathname={pathname} hasVisitorBar={hasVisitorBar}>
          {children}
        </VisitorLayout>
      )}
      <Player hasNavigation={user !== null} />
      <LoadingBar />
      <PageAnnouncement pathname={pathname} />
      <Toaster />
    </>
  )
}

const ToasterHost = componentLater(() => import('../../ui/toaster-host.tsx'), 'ToasterHost')

function Toaster() {
  return useStore(toasterUsed) ? (
    <LoadBoundary failed={() => null}>
      <ToasterHost />
    </LoadBoundary>
  ) : null
}

/** Visitors never need it. Loaded before the first rendering for a member, it does not suspend. */
export const MemberLayout = componentLater(() => import('./member-layout.tsx'), 'MemberLayout')

function VisitorLayout({ pathname, hasVisitorBar, children }: LayoutProps & { pathname: string }) {
  const site = useSite()
  const join = pathname === paths.landing ? 'Get Started' : `Make your own ${site.brand}`
  const onCharts = pathname === paths.charts
  const charts = <Icon shape={ChartNoAxesColumn} size={18} />
  return (
    <Frame
      hasFooter={pathname !== paths.landing}
      top={
        <>
          {hasVisitorBar && (
            <VisitorBar
              brand={site.brand}
              homeHref={paths.landing}
              items={[{ href: paths.charts, label: 'Charts', icon: charts, current: onCharts }]}
              action={
                <Button href={joinPath} variant="secondary">
                  {join}
                </Button>
              }
            />
          )}
          <TopBar
            brand={site.brand}
            homeHref={paths.landing}
            className={hasVisitorBar ? 'sm:hidden' : ''}
            actions={
              <>
                {!onCharts && (
                  <Button href={paths.charts} variant="quiet" size="sm">
                    <span className="min-[24rem]:hidden">{charts}</span>
                    <span className="max-[24rem]:sr-only">Charts</span>
                  </Button>
                )}
                {pathname !== paths.login && (
                  <Button href={joinPath} variant="secondary" size="sm">
                    <span className="sm:hidden">Join {site.brand}</span>
                    <span className="max-sm:hidden">{join}</span>
                  </Button>
                )}
              </>
            }
          />
        </>
      }
    >
      {children}
    </Frame>
  )
}

function useSidebarMarker(isMember: boolean) {
  useEffect(() => {
    document.body.classList.toggle('has-sidebar', isMember)
  }, [isMember])
}

/** Invisible for its first 150 ms. */
function LoadingBar() {
  return useStore(pageLoading) ? (
    <div role="progressbar" aria-label="Loading the page" className="loading-bar" />
  ) : null
}

/** Announces the title of the new page to screen readers after navigation. */
function PageAnnouncement({ pathname }: { pathname: string }) {
  const [first] = useState(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title))
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
  return (
    <p aria-live="polite" className="sr-only">
      {pathname !== first && title}
    </p>
  )
}
