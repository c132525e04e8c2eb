import {
  type QueryClient,
  QueryClientProvider,
  type QueryKey,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { endSession } from '../../members/screens/session.ts'
import { signedOutPath } from '../../members/screens/sign-in/login-tabs.ts'
import {
  CurrentUserContext,
  currentUserQuery,
  useCurrentUser,
} from '../../members/screens/use-current-user.ts'
import { type Site, SiteProvider, useSite } from '../../site/site.tsx'
import { signedOutEvent } from '../../ui/data/api.ts'
import { DownloadError } from '../../ui/routing/lazy.ts'
import { startRouter, UrlProvider, useUrl, useVisit } from '../../ui/routing/router.tsx'
import { Layout } from './layout.tsx'
import { loadScreen } from './load-screen.ts'
import { PageBoundary } from './page-boundary.tsx'
import { type Match, matchPage, type Page, type Params, pagesOf } from './page-table.tsx'
import { PreloadLinks } from './preload-links.tsx'
import { ReplayPreHydrationInput } from './replay-pre-hydration-input.tsx'

export type PageState = { site: Site; now: number; queries: [key: QueryKey, data: unknown][] }

type Props = {
  client: QueryClient
  state: Pick<PageState, 'site' | 'now'>
  first: Match
  url: URL
}

export function App({ client, state, first, url }: Props) {
  return (
    <QueryClientProvider client={client}>
      <SiteProvider site={{ ...state.site, now: state.now }}>
        <CurrentUserProvider>
          <UrlProvider url={url}>
            <LeaveWhenSignedOut />
            <PageBoundary>
              <CurrentScreen first={first} />
            </PageBoundary>
          </UrlProvider>
        </CurrentUserProvider>
      </SiteProvider>
    </QueryClientProvider>
  )
}

/** The query is part of every page's initial data, so a visitor's browser does not request it. */
function CurrentUserProvider({ children }: { children: ReactNode }) {
  const { data = null } = useQuery(currentUserQuery)
  return <CurrentUserContext value={data}>{children}</CurrentUserContext>
}

function CurrentScreen({ first }: { first: Match }) {
  const site = useSite()
  const client = useQueryClient()
  const { pathname } = useUrl()
  const visit = useVisit()
  const { page, params } = pathname === first.pathname ? first : matchPage(pagesOf(site), pathname)
  useEffect(() => startRouter(url => loadScreen(client, site, url)), [client, site])
  return (
    <Layout hasWideBar={page.hasWideBar === true} of={params.username}>
      <PageBoundary>
        <Suspense>
          <LoadedScreen key={visit} page={page} params={params} />
          <ReplayPreHydrationInput />
          <PreloadLinks />
        </Suspense>
      </PageBoundary>
    </Layout>
  )
}

function LoadedScreen({ page, params }: { page: Page; params: Params }) {
  // The router also shows pages whose download failed.
  if (!page.screen) throw new DownloadError()
  const { Screen } = page.screen
  const AnyScreen = Screen as ComponentType<{ params: Params }>
  return <AnyScreen params={params} />
}

/** Opens the login page when the session of this tab has ended elsewhere. */
function LeaveWhenSignedOut() {
  const client = useQueryClient()
  const username = useCurrentUser()?.username
  useEffect(() => {
    if (!username) return
    const leave = () => endSession(client, signedOutPath)
    window.addEventListener(signedOutEvent, leave, { once: true })
    return () => window.removeEventListener(signedOutEvent, leave)
  }, [client, username])
  return null
}
