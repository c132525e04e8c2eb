import type { MiddlewareHandler } from 'hono'
import type { Context } from '../platform/context.ts'
import { rateLimited } from '../platform/errors.ts'
import type { AppEnv } from '../platform/http/http.ts'
import { clientIp } from '../platform/limits/client-ip.ts'
import { costs } from '../platform/limits/work-budget.ts'

/**
 * Counts each request that enters the app as work of its client, and runs few reads of a client at a time. A request that
 * changes something waits for its turn once its body has arrived (`platform/http/http.ts`), so that a slow body takes no place.
 */
export function limitWork({
  config,
  budget,
}: Pick<Context, 'config' | 'budget'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const client = clientIp(c, config.trustedProxies)
    c.set('client', client)
    c.set('budget', budget)
    const { isShared, refused, form } = c.env ?? {}
    if (refused) throw refused
    // Counted by the visitor cache (fast-path/), or with the form that makes this call (web/pages/forms.routes.ts).
    if (isShared || form) return next()
    const wait = budget.spend(client, costOf(c.req.path, c.req.method))
    if (wait > 0) throw rateLimited(wait)
    if (!isRead(c.req.method)) return next()
    // Nobody reads the response when the client has left while it waited.
    return budget.run(client, async () =>
      c.env?.incoming?.socket.destroyed ? c.body(null) : next(),
    )
  }
}

/** What a request costs before anything is drawn for it. */
export function costOf(path: string, method = 'GET') {
  if (!isRead(method)) return costs.write
  return /^\/(?:api|avatars)\//.test(path) ? costs.call : costs.page
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
