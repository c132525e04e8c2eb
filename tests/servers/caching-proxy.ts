import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { startLocalServer } from './local-server.ts'

type Options = {
  /**
   * Ignores `Vary: Cookie`, as most CDNs do, and requests with such a cookie bypass the cache. Without
   * it, the cache follows `Vary` in full, as RFC 9111 says.
   */
  bypassCookie?: RegExp
}

type Answer = { status: number; headers: Headers; body: Buffer }
/** `variedOn` are the request's values of the headers that the response varies on. */
type Stored = Answer & { storedAt: number; variedOn: [name: string, value: string | null][] }

/** A shared HTTP cache (RFC 9111, `stale-while-revalidate` of RFC 5861) in front of `origin`, with a clock that only `passSeconds` moves. */
export async function startCachingProxy(origin: string, { bypassCookie }: Options = {}) {
  const cache = new Map<string, Stored[]>()
  let passed = 0

  const { url, close } = await startLocalServer(async (incoming, outgoing) => {
    const { method = '', url = '' } = incoming
    const headers = withoutConnectionHeaders(incoming.headers)
    const body = Buffer.concat(await incoming.toArray())
    const answer = await serve(method, url, headers, body)
    outgoing.writeHead(answer.status, [...answer.headers].flat())
    outgoing.end(answer.body)
  })

  return {
    url,
    close,
    passSeconds(seconds: number) {
      passed += seconds
    },
    stored: (path: string) => cache.get(path) ?? [],
  }

  async function serve(method: string, url: string, headers: Headers, body: Buffer) {
    if (method !== 'GET') {
      cache.delete(url)
      return ask(method, url, headers, body)
    }
    if (bypassCookie?.test(headers.get('cookie') ?? '')) return ask(method, url, headers)
    const found = cache.get(url)?.find(({ variedOn }) => isSame(variedOn, headers))
    if (!found) return refresh(url, headers)
    const directives = directivesOf(found)
    const age = passed - found.storedAt
    const lifetime = Number(directives.get('s-maxage') ?? directives.get('max-age') ?? 0)
    const servesStale = age < lifetime + Number(directives.get('stale-while-revalidate') ?? 0)
    if (age >= lifetime && !servesStale) return refresh(url, headers, found)
    if (age >= lifetime) void refresh(url, headers, found)
    return { ...found, headers: new Headers([...found.headers, ['age', String(Math.floor(age))]]) }
  }

  /** Asks the origin, on condition that `old` has changed, and stores what it returns if that is allowed. */
  async function refresh(url: string, headers: Headers, old?: Stored): Promise<Answer> {
    const storedAt = passed
    const conditional = new Headers(headers)
    const etag = old?.headers.get('etag')
    if (etag) conditional.set('if-none-match', etag)
    const answer = await ask('GET', url, conditional)
    if (old && answer.status === 304) {
      old.storedAt = storedAt
      return old
    }
    const others = (cache.get(url) ?? []).filter(({ variedOn }) => !isSame(variedOn, headers))
    const variedOn = variedHeaders(answer, headers)
    cache.set(
      url,
      mayStore(answer, headers) ? [...others, { ...answer, storedAt, variedOn }] : others,
    )
    return answer
  }

  async function ask(
    method: string,
    url: string,
    headers: Headers,
    body?: Buffer,
  ): Promise<Answer> {
    const outgoing = sendRequest(origin + url, { method, headers: Object.fromEntries(headers) })
    outgoing.end(body)
    const [response] = await once(outgoing, 'response')
    return {
      status: response.statusCode,
      headers: withoutConnectionHeaders(response.headers),
      body: Buffer.concat(await response.toArray()),
    }
  }

  function variedHeaders({ headers }: Answer, request: Headers): Stored['variedOn'] {
    const names = list(headers.get('vary'))
    const followed = names.filter(name => !bypassCookie || name !== 'cookie')
    return followed.map(name => [name, request.get(name)])
  }
}

const isSame = (variedOn: Stored['variedOn'], request: Headers) =>
  variedOn.every(([name, value]) => request.get(name) === value)

/** Section 3 of RFC 9111; a cookie that is meant for one client is not stored either. */
function mayStore(answer: Answer, request: Headers): boolean {
  const directives = directivesOf(answer)
  const isForbidden = ['no-store', 'private', 'no-cache'].some(name => directives.has(name))
  if (isForbidden || answer.headers.has('set-cookie')) return false
  if (list(answer.headers.get('vary')).includes('*')) return false
  const isShared = directives.has('public') || directives.has('s-maxage')
  return isShared || (directives.has('max-age') && !request.has('authorization'))
}

const directivesOf = ({ headers }: Answer) =>
  new Map(
    list(headers.get('cache-control')).map(directive => {
      const [name = '', value = ''] = directive.split('=')
      return [name, value]
    }),
  )

const list = (header: string | null) =>
  (header ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter(Boolean)

const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

function withoutConnectionHeaders(headers: NodeJS.Dict<string | string[]>): Headers {
  const kept = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name))
  return new Headers(
    kept.flatMap(([name, values]) =>
      [values ?? []].flat().map(value => [name, value] as [string, string]),
    ),
  )
}
