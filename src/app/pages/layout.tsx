import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { joinPath } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { useStore } from '../../ui/create-store.ts'
import { LoadBoundary } from '../../ui/load-boundary.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { pageLoading, useAddress, useVisit } from '../../ui/router.tsx'
import { Frame } from '../../ui/shell/frame.tsx'
import { VisitorBar } from '../../ui/shell/visitor-bar.tsx'
import { useSite } from '../../ui/site.tsx'
import { toasterUsed } from '../../ui/toast.ts'
import { Player } from './player.tsx'

type LayoutProps = { hasWideBar: boolean; children: ReactNode }

export function Layout({ hasWideBar, children }: LayoutProps) {
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
        <VisitorLayout pathname={pathname} hasWideBar={hasWideBar}>
          {children}
        </VisitorLayout>
      )}
      <Player hasNavigation={user !== null} />
      <LoadingBar />
      <PageAnnouncement />
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

function VisitorLayout({ pathname, hasWideBar, children }: LayoutProps & { pathname: string }) {
  const site = useSite()
  return (
    <Frame
      hasFooter={pathname !== paths.landing}
      top={
        <VisitorBar
          brand={site.brand}
          homeHref={paths.landing}
          charts={{ href: paths.charts, current: pathname === paths.charts }}
          join={
            pathname === paths.login
              ? null
              : {
                  href: joinPath,
                  label: pathname === paths.landing ? 'Get Started' : `Make your own ${site.brand}`,
                }
          }
          isWide={hasWideBar}
        />
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
function PageAnnouncement() {
  const visit = useVisit()
  const [title, setTitle] = useState('')
  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title))
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
  return (
    <p aria-live="polite" className="sr-only">
      {visit > 0 && title}
    </p>
  )
}
