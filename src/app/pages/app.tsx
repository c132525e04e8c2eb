import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense, use, useEffect } from 'react'
import { Router, useLocation } from 'wouter'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { paths } from '../../platform/paths.ts'
import { type Site, SiteProvider, useSite } from '../../ui/site.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { matchPage, type Page, type Params, pagesOf, type ScreenModule } from './page-table.tsx'
import { ReplayPreHydrationClick } from './replay-pre-hydration-click.tsx'

/** Data that the server embeds in a page for hydration. */
export type PageState = { site: Site; now: number; queries: unknown }

type Props = {
  client: QueryClient
  state: Pick<PageState, 'site' | 'now'>
  /** Path and search, on the server only. */
  url?: string
}

/** The root component, the same on the server and in the browser. */
export function App({ client, state, url }: Props) {
  return (
    <QueryClientProvider client={client}>
      <SiteProvider site={{ ...state.site, now: state.now }}>
        <Router {...(url !== undefined && { ssrPath: url })}>
          <ErrorBoundary>
            <CurrentScreen />
          </ErrorBoundary>
        </Router>
      </SiteProvider>
    </QueryClientProvider>
  )
}

/** Modules of screens, loaded or loading, by source file. */
const modules = new Map<string, Promise<ScreenModule> | ScreenModule>()

/** Loads a screen's module, so that it renders without suspending. */
export async function preloadScreen(page: Page): Promise<ScreenModule> {
  const module = await (modules.get(page.module) ?? page.load())
  modules.set(page.module, module)
  return module
}

/** Where the page's guard redirects this user, or null. */
export function guardRedirect(page: Page, user: { is_admin: boolean } | null): string | null {
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
  const redirect = guardRedirect(page, user)
  useEffect(() => {
    if (redirect) navigate(redirect, { replace: true })
  }, [redirect, navigate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address scrolls to the top
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return (
    <Layout>
      {!redirect && (
        <ErrorBoundary onError={() => modules.delete(page.module)}>
          <Suspense>
            <LoadedScreen key={pathname} page={page} params={params} />
            <ReplayPreHydrationClick />
          </Suspense>
        </ErrorBoundary>
      )}
    </Layout>
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
  // A failed import stays too, or React would retry it on each render; the error boundary removes it.
  modules.set(page.module, loading)
  return loading
}
