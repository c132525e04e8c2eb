import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type ReadyResponse, readyResponse, sendReady, sizeOf } from './ready-response.ts'

type Options = {
  /** The app, without a socket. */
  fetch(request: Request): Response | Promise<Response>
  /** Whether what visitors get at a path is the same for all of them. */
  isShared(pathname: string): boolean
  /** The part of the address's query that it depends on; null when only the response without a query is shared. */
  sharedQuery(pathname: string, query: string): string | null
  sessionCookie: string
  /** Of a browser's cookies those that change what is shared, such as its theme; few combinations. */
  preferences(cookies: string): string
  /** How long a CDN may keep responses; null if none may. */
  cdnSeconds: number | null
  maxBytes?: number
  onError(error: unknown): void
}

/** Milliseconds after which the next request starts a new rendering, while it is served the old one. */
const freshMs = 1_000
/** Milliseconds after which a response is not served any more: how late visitors see a change. */
const maxAgeMs = 2_000

type Stored = { ready: ReadyResponse; renderedAt: number }

/**
 * Serves visitors' GET requests for shared paths without entering the app. Requests with a session
 * cookie are not served, so no stored response depends on a viewer. Concurrent requests for one address
 * share one rendering.
 */
export function createVisitorCache(options: Options) {
  const {
    fetch,
    isShared,
    sharedQuery,
    sessionCookie,
    preferences,
    cdnSeconds,
    maxBytes = 64 * 1024 * 1024,
    onError,
  } = options
  const stored = new LRUCache<string, Stored>({
    maxSize: maxBytes,
    sizeCalculation: ({ ready }) => sizeOf(ready),
  })
  const rendering = new Map<string, { startedAt: number; result: Promise<Stored | Response> }>()

  /** Whether it serves the request; otherwise the app has to. */
  return function serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, headers, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const { cookie = '' } = headers
    if (cookie.includes(sessionCookie)) return false
    const start = url.indexOf('?')
    const pathname = start < 0 ? url : url.slice(0, start)
    const query = start < 0 ? '' : sharedQuery(pathname, url.slice(start))
    if (query === null) return false
    const address = pathname + query
    const preferred = cookie && preferences(cookie)
    const key = `${preferred} ${address}`
    const found = stored.get(key)
    const age = found ? performance.now() - found.renderedAt : Number.POSITIVE_INFINITY
    if (found && age < maxAgeMs) {
      if (age > freshMs) render(key, address, preferred).catch(onError)
      send(found, request, response)
      return true
    }
    if (!isShared(pathname)) return false
    render(key, address, preferred).then(
      result => send(result, request, response),
      error => {
        onError(error)
        response.destroy()
      },
    )
    return true
  }

  /** Requests for one address that arrive while it is rendered share the rendering, unless it takes too long. */
  function render(key: string, address: string, preferred: string): Promise<Stored | Response> {
    const running = rendering.get(key)
    // Taken before the queries, so that the age of a response is at least that of its data.
    const startedAt = performance.now()
    if (running && startedAt - running.startedAt < maxAgeMs) return running.result
    const result = ask(key, address, preferred, startedAt).finally(() => {
      if (rendering.get(key)?.result === result) rendering.delete(key)
    })
    rendering.set(key, { startedAt, result })
    return result
  }

  async function ask(
    key: string,
    address: string,
    preferred: string,
    renderedAt: number,
  ): Promise<Stored | Response> {
    // With `accept`, a page that fails is a page.
    const headers = { accept: 'text/html', ...(preferred && { cookie: preferred }) }
    const response = await fetch(new Request(`http://visitor${address}`, { headers }))
    // Unknown paths are endless, and a redirect is cheap: neither is stored.
    if (response.status !== 200 || response.headers.has('set-cookie')) return response
    // It names the rendering, which many requests share.
    response.headers.delete('x-request-id')
    const body = Buffer.from(await response.arrayBuffer())
    // Most CDNs ignore `Vary: Cookie`, so they must not keep a page that one visitor changed.
    if (cdnSeconds !== null && preferred === '') allowCdn(response.headers, cdnSeconds)
    const old = stored.peek(key)
    const ready = old?.ready.body.equals(body)
      ? old.ready
      : readyResponse(200, response.headers, body, {}, () => updateSize(key))
    const fresh = { ready, renderedAt }
    if (!old || old.renderedAt < renderedAt) stored.set(key, fresh)
    return fresh
  }

  /** An encoding was added to what is stored there. */
  function updateSize(key: string) {
    const entry = stored.peek(key)
    // The size of an entry is computed when it is set, and only if it is another object.
    if (entry) stored.set(key, { ...entry })
  }

  function send(result: Stored | Response, request: IncomingMessage, response: ServerResponse) {
    if (!(result instanceof Response)) return sendReady(result.ready, request, response)
    sendOnce(result, response).catch(error => {
      onError(error)
      response.destroy()
    })
  }
}

/** Browsers ask again each time; a CDN keeps the response, and may serve it once more while it asks again. */
function allowCdn(headers: Headers, seconds: number) {
  headers.set(
    'Cache-Control',
    `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}`,
  )
  headers.set('Vary', 'Cookie, Accept-Encoding')
}

async function sendOnce(result: Response, response: ServerResponse) {
  const shared = result.clone()
  response.writeHead(shared.status, [...shared.headers].flat())
  response.end(Buffer.from(await shared.arrayBuffer()))
}
