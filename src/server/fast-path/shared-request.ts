import type { IncomingMessage } from 'node:http'
import type { Config } from '../../platform/config/config.ts'
import type { SharedRoute } from '../../platform/http/http.ts'
import { hasSessionCookie } from '../../platform/http/session-cookie.ts'

/** A visitor's request for a shared route. Those with the same `key` have the same response. */
export type SharedRequest = {
  key: string
  /** Path and the parameters that the route reads, in one spelling. */
  url: string
  /** The member's name in the path. */
  username: string | undefined
  /** The cookie of the chosen theme, the only one that changes the response; empty without it. */
  theme: string
}

/** Returns null for all other requests: those with a session cookie, and spellings of a URL that the app redirects. */
export function createRequestReader(config: Config, routes: readonly SharedRoute[]) {
  const readUrl = createUrlReader(routes)
  return ({ method, url = '', headers: { cookie } }: IncomingMessage): SharedRequest | null => {
    if (method !== 'GET' && method !== 'HEAD') return null
    if (cookie && hasSessionCookie(cookie, config.secureCookies)) return null
    const shared = readUrl(url)
    const theme = (cookie && themeCookie.exec(cookie)?.[1]) || ''
    return shared && { ...shared, theme, key: `${theme} ${shared.url}` }
  }
}

const themeCookie = /(?:^|; )(theme=(?:light|dark))(?:;|$)/

function createUrlReader(routes: readonly SharedRoute[]) {
  const patterns = routes.map(({ path, ...route }) => ({
    ...route,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[\\w-]+)')}$`),
  }))
  return (target: string): Pick<SharedRequest, 'url' | 'username'> | null => {
    const [pathname = '', ...rest] = target.split('?')
    const search = rest.join('?')
    for (const { pattern, query, anyCase } of patterns) {
      const match = pattern.exec(pathname)
      if (!match) continue
      const username = match.groups?.username
      const url =
        username && anyCase ? pathname.replace(username, username.toLowerCase()) : pathname
      if (!search || !query) return { url, username }
      // The first of several parameters with one name counts, as in the app.
      const parameters = [...new URLSearchParams(search)].reverse()
      const read = query.safeParse(Object.fromEntries(parameters))
      return read.success ? { url: withQuery(url, read.data as object), username } : null
    }
    return null
  }
}

function withQuery(url: string, query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value))
  return parameters.size > 0 ? `${url}?${parameters}` : url
}
