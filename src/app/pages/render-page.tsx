import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { currentUserQuery } from '../../members/screens/use-current-user.ts'
import { newQueryClient } from '../../ui/api.ts'
import type { Site } from '../../ui/site.tsx'
import { App, type PageState } from './app.tsx'
import { MemberLayout } from './layout.tsx'
import { guardRedirect, matchPage, pagesOf, type ScreenQuery } from './page-table.tsx'

type PageRequest = {
  /** Path and search, as in the request line. */
  url: string
  site: Site
  /** Milliseconds since 1970. Rendering reads no clock, so that hydration gives the same result. */
  now: number
  isSignedIn: boolean
  /** GET of the app's own API as the viewer; throws `ApiError`. */
  get: Parameters<typeof newQueryClient>[0]
}

type RenderedPage =
  | { kind: 'redirect'; to: string }
  | {
      kind: 'page'
      status: 200 | 404
      /** Tags for the document's head: title, meta, links. */
      head: string
      body: string
      /** Embedded in the page as JSON, for hydration. */
      state: PageState
      /** Source files whose chunks the page should preload. */
      modules: string[]
    }

/** Runs the queries of a page's screen and renders it; the browser hydrates with the same data. */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  // Not resolved against a base URL: a path that begins with two slashes would name another host.
  const { pathname, searchParams } = new URL(`http://page${request.url}`)
  const { page, params } = matchPage(pagesOf(request.site), pathname)
  const client = newQueryClient(request.get)
  /** Whether it needs no call: a visitor gets null for what only members have. */
  const isNull = ({ meta }: ScreenQuery) =>
    !request.isSignedIn && meta?.nullWhen === 'not_signed_in'
  const setNull = ({ queryKey }: ScreenQuery) => client.setQueryData(queryKey, null)
  if (isNull(currentUserQuery)) setNull(currentUserQuery)
  const user = await client.ensureQueryData(currentUserQuery)
  const redirect = guardRedirect(page, user)
  if (redirect) return { kind: 'redirect', to: redirect }

  const screen = await page.code.load()
  if (user) await MemberLayout.load()
  const queries: ScreenQuery[] = screen.queries?.(params as never, searchParams, request.site) ?? []
  await Promise.all(
    queries.map(query => (isNull(query) ? setNull(query) : client.prefetchQuery(query))),
  )
  const missing = queries.some(
    ({ meta, queryKey }) =>
      meta?.nullWhen === 'not_found' && !meta.mayMiss && client.getQueryData(queryKey) === null,
  )
  const state = { site: request.site, now: request.now, queries: resultsIn(client) }
  const { head, body } = splitHead(
    renderToString(<App client={client} state={state} url={request.url} />),
  )
  const status = missing || page.path === '*' ? 404 : 200
  const modules = [page.module, ...(user ? ['src/app/pages/member-layout.tsx'] : [])]
  client.clear()
  return { kind: 'page', status, head, body, state, modules }
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

export type { PageState }
