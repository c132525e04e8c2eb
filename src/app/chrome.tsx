import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { selectCreateAccount } from '../members/screens/login-tab.ts'
import { useCurrentUser } from '../members/screens/use-current-user.ts'
import { paths } from '../platform/paths.ts'
import { Button } from '../ui/button.tsx'
import { Frame } from '../ui/shell/frame.tsx'
import { TopBar } from '../ui/shell/top-bar.tsx'
import { VisitorBar } from '../ui/shell/visitor-bar.tsx'
import { useSite } from '../ui/site.tsx'
import { Toaster } from '../ui/toaster.tsx'
import type { MemberFrameProps } from './member-frame.tsx'
import { matchPage, pagesOf } from './routes.tsx'

/** What stands around every screen: navigation for members, a bar for visitors. */
export function Chrome({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  const [pathname] = useLocation()
  useSidebarMarker(user !== null)
  useFocusOnArrival(pathname)
  return (
    <>
      {user ? (
        <Suspense>
          <LoadedMemberFrame username={user.username} avatar={user.avatar} pathname={pathname}>
            {children}
          </LoadedMemberFrame>
        </Suspense>
      ) : (
        <VisitorFrame pathname={pathname}>{children}</VisitorFrame>
      )}
      <Arrival pathname={pathname} />
      <Toaster />
    </>
  )
}

type MemberFrame = ComponentType<MemberFrameProps>
let memberFrame: MemberFrame | Promise<MemberFrame> | undefined

/** Visitors never load what only members see; call before rendering a page for a member. */
export async function preloadMemberFrame(): Promise<void> {
  memberFrame = await startLoading()
}

function startLoading() {
  memberFrame ??= import('./member-frame.tsx').then(module => module.MemberFrame)
  return memberFrame
}

function LoadedMemberFrame(props: MemberFrameProps) {
  const known = startLoading()
  const Known = known instanceof Promise ? use(known) : known
  return <Known {...props} />
}

function VisitorFrame({ pathname, children }: { pathname: string; children: ReactNode }) {
  const site = useSite()
  const { hasVisitorBar } = matchPage(pagesOf(site), pathname).page
  const join = pathname === paths.landing ? 'Get Started' : `Make your own ${site.brand}`
  const onCharts = pathname === paths.charts
  const charts = <ChartNoAxesColumn size={18} aria-hidden="true" />
  return (
    <Frame
      top={
        <>
          {hasVisitorBar && (
            <VisitorBar
              brand={site.brand}
              homeHref={paths.landing}
              items={[{ href: paths.charts, label: 'Charts', icon: charts, current: onCharts }]}
              action={
                <Button href={paths.login} onClick={selectCreateAccount}>
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
                  <Button href={paths.login} size="sm" onClick={selectCreateAccount}>
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

/** After a change of page the keyboard goes on at the top of the new one, not where the old link was. */
function useFocusOnArrival(pathname: string) {
  const [first] = useState(pathname)
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    if (pathname !== first) setMoved(true)
    else if (!moved) return
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, first, moved])
}

/** Says the title of the page that one has come to, once it has one. */
function Arrival({ pathname }: { pathname: string }) {
  const [first] = useState(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const watcher = new MutationObserver(() => setTitle(document.title))
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watcher.disconnect()
  }, [])
  return (
    <p aria-live="polite" className="sr-only">
      {pathname !== first && title}
    </p>
  )
}
