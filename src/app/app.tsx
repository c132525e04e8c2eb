import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense, use, useEffect } from 'react'
import { Router, useLocation } from 'wouter'
import { useCurrentUser } from '../members/screens/use-current-user.ts'
import { paths } from '../platform/paths.ts'
import { type Site, SiteProvider, useSite } from '../ui/site.tsx'
import { Chrome } from './chrome.tsx'
import { ReplayPreHydrationClick } from './replay-pre-hydration-click.tsx'
import { matchPage, type Page, type Params, pagesOf, type ScreenModule } from './routes.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'

/** What the server hands to the browser with a page. */
export type PageState = { site: Site; now: number; queries: unknown }

type Props = {
  client: QueryClient
  state: Pick<PageState, 'site' | 'now'>
  /** Path and search when rendering on the server. */
  url?: string
}

/** The whole product as one component, alike on the server and in the browser. */
export function App({ client, state, url }: Props) {
  return (
    <QueryClientProvider client={client}>
      <SiteProvider site={{ ...state.site, now: state.now }}>
        <Router {...(url !== undefined && { ssrPath: url })}>
          <ScreenBoundary>
            <CurrentScreen />
          </ScreenBoundary>
        </Router>
      </SiteProvider>
    </QueryClientProvider>
  )
}

/** Modules of screens that were asked for; the first screen's is here before React starts. */
const modules = new Map<string, Promise<ScreenModule> | ScreenModule>()

/** Loads a screen's module once, so that it renders without waiting. */
export async function preload(page: Page): Promise<ScreenModule> {
  const module = await (modules.get(page.module) ?? page.load())
  modules.set(page.module, module)
  return module
}

/** Where somebody who may not stay on a page is sent, or null. */
export function redirectFrom(page: Page, user: { is_admin: boolean } | null): string | null {
  if (page.guard === 'visitor' && user) return paths.home
  if (page.guard === 'member' && !user) return paths.login
  if (page.guard === 'admin' && !user?.is_admin) return user ? paths.landing : paths.login
  return null
}

function CurrentScreen() {
  const site = useSite()
  const [pathname, navigate] = useLocation()
  const user = useCurrentUser()
  const { page, params } = matchPage(pagesOf(site), pathname)
  const elsewhere = redirectFrom(page, user)
  useEffect(() => {
    if (elsewhere) navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what scrolls to the top
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return (
    <Chrome>
      {!elsewhere && (
        <ScreenBoundary onBroken={() => modules.delete(page.module)}>
          <Suspense>
            <LoadedScreen key={pathname} page={page} params={params} />
            <ReplayPreHydrationClick />
          </Suspense>
        </ScreenBoundary>
      )}
    </Chrome>
  )
}

function LoadedScreen({ page, params }: { page: Page; params: Params }) {
  const known = modules.get(page.module) ?? startLoading(page)
  const { Screen } = known instanceof Promise ? use(known) : known
  const AnyScreen = Screen as ComponentType<{ params: Params }>
  return <AnyScreen params={params} />
}

function startLoading(page: Page) {
  const loading = page.load()
  // A failed one too: forgotten at once, React would ask for it again and again. The boundary forgets it.
  modules.set(page.module, loading)
  return loading
}
