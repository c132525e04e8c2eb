import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { isReserved } from '../../members/usernames/reserved-names.ts'
import type { Context } from '../../platform/context.ts'
import { Failure, rateLimited } from '../../platform/errors.ts'
import { type App, sharedRoutes } from '../../platform/http/http.ts'
import { incomingIp } from '../../platform/limits/client-ip.ts'
import { costOf } from '../limit-work.ts'
import { type ReadyResponse, readyResponse, sendReady } from './ready-response.ts'
import { createRequestReader, type SharedRequest } from './shared-request.ts'

/** Milliseconds after which the next request starts a new rendering, while it is served the old one. */
const freshMs = 1_000
/** Milliseconds after which a response is not served any more: how late visitors see a change. */
const maxAgeMs = 2_000

type Visit = SharedRequest & { incoming: IncomingMessage }

/**
 * Serves visitors' GET requests for shared routes without entering the app. Requests with a session
 * cookie are not served, so no response in it depends on a viewer. Simultaneous requests for one URL
 * share one rendering.
 */
export function createVisitorCache(
  app: App,
  { config, log, budget }: Pick<Context, 'config' | 'log' | 'budget'>,
  maxBytes = 64 * 1024 * 1024,
) {
  const readRequest = createRequestReader(config, sharedRoutes(app))
  const cache = new LRUCache<string, { ready: ReadyResponse; startedAt: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ ready }) => sizeOf(ready),
  })
  const renderings = new Map<string, Promise<ReadyResponse>>()

  const youngerThan = (ms: number, key: string) => {
    const kept = cache.get(key)
    return kept && performance.now() - kept.startedAt < ms ? kept.ready : undefined
  }

  return function serve(incoming: IncomingMessage, response: ServerResponse): boolean {
    const request = readRequest(incoming)
    if (!request) return false
    const { key, username } = request
    const kept = youngerThan(maxAgeMs, key)
    if (kept) {
      sendReady(kept, incoming, response)
      // A failure is logged where it happens, and a client over its budget does without.
      if (!youngerThan(freshMs, key) && !renderings.has(key))
        renew({ ...request, incoming }).catch(() => undefined)
      return true
    }
    // `/:username` matches /metrics, too, which is no page. The name of the sample is reserved, but it has a page: null.
    if (username && isReserved(username, { brand: config.brand, sampleProfile: null })) return false
    const visit = { ...request, incoming }
    const rendering = renderings.get(key) ?? renew(visit)
    rendering
      .catch(error => present(error, visit))
      .then(
        ready => sendReady(ready, incoming, response),
        () => response.destroy(),
      )
    return true
  }

  /** Counts the rendering against the budget of the visitor's network, which may have to wait for its turn; throws a `Failure` when it had too much. */
  async function renew(visit: Visit): Promise<ReadyResponse> {
    const client = incomingIp(visit.incoming, config.trustedProxies)
    const wait = budget.spend(client, costOf(visit.url))
    if (wait > 0) throw rateLimited(wait)
    return budget.run(client, async () => {
      // Others may have had their turn earlier.
      const renewed = renderings.get(visit.key) ?? youngerThan(freshMs, visit.key)
      if (renewed) return renewed
      const rendering = render(visit).finally(() => renderings.delete(visit.key))
      renderings.set(visit.key, rendering)
      return rendering
    })
  }

  async function render(visit: Visit): Promise<ReadyResponse> {
    // The response's age counts from here, so that it is at least that of its data.
    const startedAt = performance.now()
    try {
      const { status, headers, body } = await fetchFromApp(visit)
      // Unknown URLs are endless, and a redirect is cheap: neither is kept.
      if (status !== 200 || headers.has('set-cookie')) return readyResponse(status, headers, body)
      // The id names the rendering, which many requests share.
      headers.delete('x-request-id')
      const before = cache.peek(visit.key)?.ready
      const ready = before?.body.equals(body) ? before : readyResponse(status, headers, body)
      cache.set(visit.key, { ready, startedAt })
      return ready
    } catch (error) {
      log.error({ err: error }, 'a request of a visitor failed')
      throw error
    }
  }

  /** The app's response for a request that was refused before the app was asked. */
  async function present(error: unknown, visit: Visit): Promise<ReadyResponse> {
    if (!(error instanceof Failure)) throw error
    const { status, headers, body } = await fetchFromApp(visit, error)
    return readyResponse(status, headers, body)
  }

  async function fetchFromApp({ url, theme, incoming }: Visit, refused?: Failure) {
    const forwarded = incoming.headers['x-forwarded-for']
    // `accept` makes the response to a page that fails a page, too.
    const headers = {
      accept: 'text/html',
      ...(theme && { cookie: theme }),
      ...(forwarded && { 'x-forwarded-for': String(forwarded) }),
    }
    const response = await app.fetch(new Request(`http://visitor${url}`, { headers }), {
      isShared: true,
      ...(refused && { refused }),
      incoming,
    })
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body }
  }
}

/** Bytes that it takes at most when it is compressed in each of the encodings: text shrinks to less than a third. */
const sizeOf = ({ body }: ReadyResponse) => 2 * body.length + 1_000
