import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { currentUserQuery } from '../../members/screens/use-current-user.ts'
import type { Site } from '../../site/site.tsx'
import { newQueryClient, prefetch } from '../../ui/data/api.ts'
import { App, type PageState } from './app.tsx'
import type { Match, ScreenQuery } from './page-table.tsx'

type PageRequest = {
  match: Match
  search: string
  site: Site
  /** Milliseconds since 1970. Rendering reads no clock, so that hydration gives the same result. */
  now: number
  isSignedIn: boolean
  /** GET of the app's own API as the viewer; throws `ApiError`. */
  get: Parameters<typeof newQueryClient>[0]
}

export async function loadPage(request: PageRequest) {
  const { match, search, site } = request
  const { page, params } = match
  const client = newQueryClient(request.get)
  const isNull = ({ meta }: ScreenQuery) =>
    !request.isSignedIn && meta?.nullWhen === 'not_signed_in'
  const setNull = ({ queryKey }: ScreenQuery) => client.setQueryData(queryKey, null)
  if (isNull(currentUserQuery)) setNull(currentUserQuery)
  await client.ensureQueryData(currentUserQuery)

  const screen = await page.load()
  const queries: ScreenQuery[] =
    screen.queries?.(params as never, new URLSearchParams(search), site) ?? []
  await Promise.all(
    queries.map(query => (isNull(query) ? setNull(query) : prefetch(client, query))),
  )
  return {
    ...request,
    client,
    state: { site, now: request.now, queries: resultsIn(client) },
    isMissing: page.path === '*' || (namesSomething(match) && queries.some(isNotFound(client))),
  }
}

/** Whether the page is about the member, drop or track of its URL; others do without a member that they mention. */
const namesSomething = ({ params }: Match) => Object.keys(params).length > 0

const isNotFound =
  (client: QueryClient) =>
  ({ queryKey, meta }: ScreenQuery) => {
    const data = client.getQueryData<null | { pages?: unknown[] }>(queryKey)
    return meta?.nullWhen === 'not_found' && (data === null || data?.pages?.[0] === null)
  }

export function renderPage(page: Awaited<ReturnType<typeof loadPage>>) {
  const { match, search, client, state } = page
  const html = renderToString(
    <App
      client={client}
      state={state}
      first={match}
      url={new URL(state.site.publicUrl + match.pathname + search)}
    />,
  )
  client.clear()
  return splitHead(html)
}

/** The page's time is that of all data, so that two renderings of the same data are identical. */
const resultsIn = (client: QueryClient): PageState['queries'] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])

/** React writes title, meta and link tags first when the tree has no head element. */
function splitHead(html: string) {
  const head = /^(?:<title[^>]*>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
