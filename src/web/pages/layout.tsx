import { type ReactNode, useEffect, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { joinPath, joinPathFrom } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { Player } from '../../player/screens/player.tsx'
import { LazyBoundary } from '../../site/lazy-boundary.tsx'
import { useSite } from '../../site/site.tsx'
import { useStore } from '../../ui/create-store.ts'
import { LoadingBar } from '../../ui/data/loading.tsx'
import { toasterUsed } from '../../ui/overlays/toast.ts'
import { lazyComponent } from '../../ui/routing/lazy.ts'
import { pageLoading, useUrl, useVisit } from '../../ui/routing/router.tsx'
import { Frame } from '../shell/frame.tsx'
import { VisitorBar } from '../shell/visitor-bar.tsx'
import { MemberLayout } from './member-layout.tsx'

type LayoutProps = {
  hasWideBar: boolean
  /** The member whose page it is. */
  of: string | undefined
  children: ReactNode
}

export function Layout({ hasWideBar, of, children }: LayoutProps) {
  const user = useCurrentUser()
  const { pathname } = useUrl()
  useSidebarMarker(user !== null)
  return (
    <>
      {user ? (
        <MemberLayout username={user.username} avatar={user.avatar} pathname={pathname}>
          {children}
        </MemberLayout>
      ) : (
        <VisitorLayout pathname={pathname} hasWideBar={hasWideBar} of={of}>
          {children}
        </VisitorLayout>
      )}
      <Player hasNavigation={user !== null} />
      <PageLoading />
      <PageAnnouncement />
      <Toaster />
    </>
  )
}

const ToasterHost = lazyComponent(() => import('../../ui/overlays/toaster-host.tsx'), 'ToasterHost')

const Toaster = () =>
  useStore(toasterUsed) && (
    <LazyBoundary loading={null} failed={null}>
      <ToasterHost />
    </LazyBoundary>
  )

function VisitorLayout({ pathname, hasWideBar, of, children }: LayoutProps & { pathname: string }) {
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
                  href: of === undefined ? joinPath : joinPathFrom(of),
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

/** The specification names the class; no style uses it. */
function useSidebarMarker(isMember: boolean) {
  useEffect(() => {
    document.body.classList.toggle('has-sidebar', isMember)
  }, [isMember])
}

const PageLoading = () => useStore(pageLoading) && <LoadingBar label="Loading the page" />

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
