import type { MiddlewareHandler } from 'hono'

/** Redirects a page's address to its normal form (RFC 3986, 6.2.2): every other form would be rendered anew. */
export const redirectToNormalPath: MiddlewareHandler = (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const given = /^\w+:\/\/[^/?]*([^?]*)/.exec(c.req.url)?.[1]
  const normal = unescapeUnreserved(pathname).replace(/(.)\/+$/, '$1')
  // Two slashes would lead to another host.
  if (given === normal || !isRead(c.req.method) || /^\/(?:\/|api\/)/.test(normal)) return next()
  return Promise.resolve(c.redirect(normal + search, 301))
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

const unescapeUnreserved = (path: string) =>
  path.replace(/%[\da-f]{2}/gi, escaped => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped
  })
