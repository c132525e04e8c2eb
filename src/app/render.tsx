import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { currentUserQuery } from '../members/screens/use-current-user.ts'
import { newQueryClient, readAnswer } from '../ui/api.ts'
import type { Site } from '../ui/site.tsx'
import { App, type PageState, preload, redirectFrom } from './app.tsx'
import { preloadMemberFrame } from './chrome.tsx'
import { matchPage, pagesOf, type ScreenQuery } from './routes.tsx'

export type PageRequest = {
  /** Path and search, as in the request line. */
  url: string
  site: Site
  /** Milliseconds since 1970; pages never read the clock while rendering. */
  now: number
  /** GET of the app's own API as the viewer. */
  get(address: string): Promise<Response>
}

export type PageAnswer =
  | { kind: 'redirect'; to: string }
  | {
      kind: 'page'
      status: 200 | 404
      /** Tags for the document's head: title, meta, links. */
      head: string
      body: string
      /** What the browser needs to hydrate; goes into the page as JSON. */
      state: PageState
      /** Source files of the screen, to preload what the build made of them. */
      modules: string[]
    }

/** One page as HTML: asks the queries of its screen, renders, and hands both to the browser. */
export async function renderPage(request: PageRequest): Promise<PageAnswer> {
  // Not resolved against a base: an address that begins with two slashes would name another host.
  const { pathname, searchParams } = new URL(`http://page${request.url}`)
  const { page, params } = matchPage(pagesOf(request.site), pathname)
  const client = newQueryClient(async address => {
    const response = await request.get(address)
    // The member has another name now: nothing is found by this one, and the page will redirect too.
    return response.status === 301 ? null : readAnswer(response)
  })
  const user = await client.fetchQuery(currentUserQuery)
  const elsewhere = redirectFrom(page, user)
  if (elsewhere) return { kind: 'redirect', to: elsewhere }

  const screen = await preload(page)
  if (user) await preloadMemberFrame()
  const queries: ScreenQuery[] = screen.queries?.(params as never, searchParams, request.site) ?? []
  await Promise.all(queries.map(query => client.prefetchQuery(query)))
  const missing = queries.some(
    ({ meta, queryKey }) =>
      meta?.nullWhen === 'not_found' && !meta.mayMiss && client.getQueryData(queryKey) === null,
  )
  const state = { site: request.site, now: request.now, queries: dehydratedAt(request.now, client) }
  const { head, body } = splitHead(
    renderToString(<App client={client} state={state} url={request.url} />),
  )
  const status = missing || page.path === '*' ? 404 : 200
  const modules = [page.module, ...(user ? ['src/app/member-frame.tsx'] : [])]
  client.clear()
  return { kind: 'page', status, head, body, state, modules }
}

/** The queries' answers, dated by the page: two renderings of the same data are the same to the byte. */
function dehydratedAt(now: number, client: QueryClient): DehydratedState {
  const { mutations, queries } = dehydrate(client)
  return {
    mutations,
    queries: queries.map(query => ({
      ...query,
      dehydratedAt: now,
      state: { ...query.state, dataUpdatedAt: now },
    })),
  }
}

/** React writes the title, meta and link tags of a tree without a head before everything else. */
function splitHead(html: string) {
  const head = /^(?:<title[^>]*>[^<]*<\/title>|<meta[^>]*>|<link[^>]*>)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

export type { PageState }
