import { paths, usernamePattern } from '../contract/paths.shared.ts'
import { findCurrentName } from '../members/usernames/usernames.queries.ts'
import type { Context } from '../platform/context.ts'
import type { App } from '../platform/http/http.ts'

/** Paths of pages, calls and share cards, split at a member's name. */
const named =
  /^(\/(?:api\/(?:profile|users|unfollow)\/|cards\/(?:members|drops)\/)?)([^/]+)(\/.*)?$/

/**
 * Redirects to the canonical URL: every other would be rendered and cached again. Pages have the normal form of a path,
 * in lower case where it is fixed, and the name in the member's spelling, which handlers set as `ownName`. A 404 under a
 * previous name is redirected to the current one; status 308 keeps the method and the body of a call.
 */
export function canonicalUrls(app: App, { db, config }: Context) {
  const pages = new Set([...Object.values(paths), paths.members(config.brand)])
  const normalize = (pathname: string) => {
    const path = withoutMarks(normalPath(pathname))
    const lower = path.toLowerCase()
    return pages.has(lower) ? lower : path
  }
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const given = /^\w+:\/\/[^/?]*([^?]*)/.exec(c.req.url)?.[1]
    const normal = normalize(pathname)
    const isReading = isRead(c.req.method)
    // Two slashes would lead to another host.
    if (isReading && given !== normal && !/^\/(?:\/|api\/)/.test(normal))
      return c.redirect(normal + search, 301)

    await next()
    const [, before = '', name = '', after = ''] = named.exec(pathname) ?? []
    const own =
      c.res.status === 404
        ? usernamePattern.test(name) && (await findCurrentName(db, name))
        : isReading && c.get('ownName')
    if (!own || own === name) return
    const headers = new Headers(c.res.headers)
    for (const header of ['content-type', 'content-encoding', 'etag']) headers.delete(header)
    headers.set('location', `${before}${own}${after}${search}`)
    // A cached redirect would cause a loop once a rename is reversed.
    if (!headers.get('cache-control')?.includes('no-')) headers.set('cache-control', 'no-cache')
    // Hono merges headers into an existing response; clear it first.
    c.res = undefined
    c.res = new Response(null, { status: isReading ? 301 : 308, headers })
  })
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** RFC 3986, 6.2.2. Loops, because a regular expression for the end of a text is tried at each slash of it. */
function normalPath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end).replace(/%[\da-f]{2}/gi, escaped => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped
  })
}

/** The path as people write it from what they see: without the `@` of a name and the zeros before a drop's number. */
const withoutMarks = (path: string) =>
  path
    .replace(/^\/(?:@|%40)(?=[\w-]{3,30}(?:\/(?:drops|embed|feed\.atom)|$))/i, '/')
    .replace(/^(\/[\w-]{3,30}\/drops\/)0+(?=[1-9]\d{0,8}(?:\/embed)?$)/, '$1')
