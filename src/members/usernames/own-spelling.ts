import type { Context } from 'hono'

/** Redirects an address that begins with a username in another spelling than the member's; null for their own. */
export function redirectToOwnSpelling(c: Context, username: string): Response | null {
  const { pathname, search } = new URL(c.req.url)
  const [, given = '', ...rest] = pathname.split('/')
  if (given === username || given.toLowerCase() !== username.toLowerCase()) return null
  return c.redirect(`/${[username, ...rest].join('/')}${search}`, 301)
}
