import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../platform/http/http.ts'
import { currentRequestId, inLogScope } from '../platform/log/log.ts'

/** What proxies make: UUIDs, ULIDs, hexadecimal numbers. Anything else is replaced, so that clients cannot write text of their own to the log. */
const validId = /^[\w.-]{8,64}$/

/**
 * Gives each request an id, that of the proxy in front if it sent a valid `X-Request-Id`, which the response
 * and every log line have. The calls that render a page have the page's id. Responses of the
 * visitor cache (fast-path/) have none, because they log nothing.
 */
export const nameRequest: MiddlewareHandler<AppEnv> = (c, next) => {
  const given = c.req.header('x-request-id') ?? ''
  const requestId = currentRequestId() ?? (validId.test(given) ? given : randomUUID())
  c.header('X-Request-Id', requestId)
  return inLogScope({ requestId }, next)
}
