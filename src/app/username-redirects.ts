import { usernamePattern } from '../contract/paths.shared.ts'
import { findCurrentName } from '../members/usernames/usernames.queries.ts'
import type { Context } from '../platform/context.ts'
import type { App } from '../platform/http.ts'

/** Addresses of pages, calls and share cards, split at a member's name. */
const named = /^(\/(?:api\/(?:profile|users)\/|cards\/(?:members|drops)\/)?)([^/]+)(\/.*)?$/

/** Redirects what is not found under a previous username to the member's current one. */
export function usernameRedirects(app: App, { db }: Context) {
  app.use(async (c, next) => {
    await next()
    if (c.res.status !== 404 || c.req.method !== 'GET') return
    const { pathname, search } = new URL(c.req.url)
    const [, before = '', oldName = '', after = ''] = named.exec(pathname) ?? []
    const name = usernamePattern.test(oldName) && (await findCurrentName(db, oldName))
    if (!name) return
    const headers = new Headers(c.res.headers)
    headers.delete('content-type')
    headers.set('location', `${before}${name}${after}${search}`)
    // A cached redirect would cause a loop once the rename is reversed.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache')
    // Hono merges headers into an existing response; clear it first.
    c.res = undefined
    c.res = new Response(null, { status: 301, headers })
  })
}
