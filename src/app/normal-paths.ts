import type { MiddlewareHandler } from 'hono'

/** Redirects a page's address to its normal form (RFC 3986, 6.2.2): every other form would be rendered anew. */
export const redirectToNormalPath: MiddlewareHandler = (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const given = /^\w+:\/\/[^/?]*([^?]*)/.exec(c.req.url)?.[1]
  const normal = withoutSlashesAtEnd(unescapeUnreserved(pathname))
  // Two slashes would lead to another host.
  if (given === normal || !isRead(c.req.method) || /^\/(?:\/|api\/)/.test(normal)) return next()
  return Promise.resolve(c.redirect(normal + search, 301))
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** By hand, because a regular expression for the end of a text is tried at each slash of it. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

const unescapeUnreserved = (path: string) =>
  path.replace(/%[\da-f]{2}/gi, escaped => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped
  })
