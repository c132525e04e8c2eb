import { findCurrentName } from '../members/usernames.queries.ts'
import type { Context } from '../platform/context.ts'
import type { App } from '../platform/http.ts'

/** Addresses, of pages and of calls, that begin with a member's name. */
const named = /^(\/(?:api\/(?:profile|users)\/)?)([A-Za-z0-9_-]{3,30})(\/.*)?$/

/** What is not found under a name that somebody gave up moves, for good, to their name of today. */
export function renameRedirects(app: App, { db }: Context) {
  app.use(async (c, next) => {
    await next()
    if (c.res.status !== 404 || c.req.method !== 'GET') return
    const { pathname, search } = new URL(c.req.url)
    const [, before = '', oldName = '', after = ''] = named.exec(pathname) ?? []
    const name = oldName && (await findCurrentName(db, oldName))
    if (!name) return
    // Forgotten first, or the answer's headers would stay.
    c.res = undefined
    const Location = `${before}${name}${after}${search}`
    c.res = new Response(null, { status: 301, headers: { Location } })
  })
}
