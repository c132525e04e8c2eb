import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { isReserved } from '../../members/usernames/reserved-names.ts'
import type { Context } from '../../platform/context.ts'
import { Failure, rateLimited } from '../../platform/errors.ts'
import { type App, type SharedRoute, sharedRoutes } from '../../platform/http.ts'
import { incomingAddress } from '../../platform/limits/client-address.ts'
import { hasSessionCookie } from '../../platform/session-cookie.ts'
import { costOf } from '../limit-work.ts'
import { type ReadyResponse, readyResponse, sendReady } from './ready-response.ts'

/** Milliseconds after which the next request starts a new rendering, while it is served the old one. */
const freshMs = 1_000
/** Milliseconds after which a response is not served any more: how late visitors see a change. */
const maxAgeMs = 2_000

const anyAge = { allowStale: true, noDeleteOnStaleGet: true }

type Rendered = { ready: ReadyResponse; isKept: boolean }
type Visit = { request: IncomingMessage; address: string; preferred: string }

/**
 * Serves visitors' GET requests for shared routes without entering the app. Requests with a session
 * cookie are not served, so no response in it depends on a viewer. Simultaneous requests for one address
 * share one rendering.
 */
export function createVisitorCache(
  app: App,
  { config, log, budget }: Pick<Context, 'config' | 'log' | 'budget'>,
  maxBytes = 64 * 1024 * 1024,
) {
  const readAddress = createAddressReader(sharedRoutes(app))
  const rendering = new Set<string>()
  const cache = new LRUCache<string, Rendered, Visit>({
    maxSize: maxBytes,
    // What exceeds the size of the cache is sent and not kept.
    sizeCalculation: ({ ready, isKept }) => (isKept ? sizeOf(ready) : maxBytes + 1),
    ttl: freshMs,
    // When it is evicted before it is rendered, those who wait for it get it nevertheless.
    ignoreFetchAbort: true,
    async fetchMethod(key, stale, { options, context }) {
      // Its age counts from here, so that it is at least that of its data.
      const startedAt = performance.now()
      rendering.add(key)
      const rendered = await render(context, stale)
        .catch(error => {
          log.error({ err: error }, 'a request of a visitor failed')
          throw error
        })
        .finally(() => rendering.delete(key))
      options.ttl = Math.max(1, freshMs - (performance.now() - startedAt))
      return rendered
    },
  })

  return function serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request
    const { cookie = '' } = request.headers
    if (method !== 'GET' && method !== 'HEAD') return false
    if (cookie && hasSessionCookie(cookie, config.secureCookies)) return false
    const shared = readAddress(url)
    if (!shared) return false
    const { address, name } = shared
    const preferred = cookie && themeIn(cookie)
    const key = `${preferred} ${address}`
    const freshFor = cache.getRemainingTTL(key)
    const known = freshFor > freshMs - maxAgeMs ? cache.get(key, anyAge) : undefined
    // Other parts of the server have reserved names: /metrics, /healthz. The sample has a profile.
    if (!known && name && isReserved(name, { brand: config.brand, sampleProfile: null }))
      return false
    const isRenewed = freshFor > 0 || rendering.has(key)
    if (known && isRenewed) sendReady(known.ready, request, response)
    else {
      const visit = { request, address, preferred }
      const rendered = isRenewed
        ? cache.forceFetch(key, { context: visit })
        : renew(key, visit, known)
      // It is logged where it fails.
      const ended = rendered.catch(() => known)
      Promise.resolve(known ?? ended).then(found =>
        found ? sendReady(found.ready, request, response) : response.destroy(),
      )
    }
    return true
  }

  /** Counts the rendering against the budget of the visitor's network. Concurrent requests for the same URL share it. */
  async function renew(key: string, visit: Visit, known: Rendered | undefined): Promise<Rendered> {
    const client = incomingAddress(visit.request, config.trustedProxies)
    const wait = budget.spend(client, costOf(visit.address))
    try {
      if (wait > 0) throw rateLimited(wait)
      return await budget.run(client, () => cache.forceFetch(key, { context: visit }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return known ?? render(visit, undefined, error)
    }
  }

  async function render(
    { request, address, preferred }: Visit,
    stale?: Rendered,
    refused?: Failure,
  ): Promise<Rendered> {
    const forwarded = request.headers['x-forwarded-for']
    // With `accept`, a page that fails is a page.
    const headers = {
      accept: 'text/html',
      ...(preferred && { cookie: preferred }),
      ...(forwarded && { 'x-forwarded-for': String(forwarded) }),
    }
    const response = await app.fetch(new Request(`http://visitor${address}`, { headers }), {
      isShared: true,
      ...(refused && { refused }),
      incoming: request,
    })
    // Unknown addresses are endless, and a redirect is cheap: neither is kept.
    const isKept = response.status === 200 && !response.headers.has('set-cookie')
    // It names the rendering, which many requests share.
    if (isKept) response.headers.delete('x-request-id')
    const body = Buffer.from(await response.arrayBuffer())
    if (isKept && stale?.ready.body.equals(body)) return stale
    return { ready: readyResponse(response.status, response.headers, body), isKept }
  }
}

/** The one cookie that changes a shared response; empty without it. */
const themeIn = (cookies: string) =>
  /(?:^|; )(theme=(?:light|dark))(?:;|$)/.exec(cookies)?.[1] ?? ''

/** Bytes that it takes at most when it is compressed in each of the encodings: text shrinks to less than a third. */
const sizeOf = ({ body }: ReadyResponse) => 2 * body.length + 1_000

type Address = { address: string; name: string | undefined }

/** The address that a response has in memory and the member's name in it; null for what visitors do not share, and for other spellings, which the app redirects. */
function createAddressReader(routes: readonly SharedRoute[]) {
  const patterns = routes.map(({ path, ...route }) => ({
    ...route,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[\\w-]+)')}$`),
  }))
  return (target: string): Address | null => {
    const [pathname = '', search] = target.split('?', 2)
    for (const { pattern, query, anyCase } of patterns) {
      const match = pattern.exec(pathname)
      if (!match) continue
      const name = match.groups?.username
      const address = name && anyCase ? pathname.replace(name, name.toLowerCase()) : pathname
      if (!search || !query) return { address, name }
      // Of parameters with one name the first counts, as in the app.
      const parameters = [...new URLSearchParams(search)].reverse()
      const read = query.safeParse(Object.fromEntries(parameters))
      return read.success ? { address: withQuery(address, read.data as object), name } : null
    }
    return null
  }
}

function withQuery(address: string, query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value))
  return parameters.size > 0 ? `${address}?${parameters}` : address
}
