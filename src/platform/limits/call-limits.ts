import type { Context as Request } from 'hono'
import type { Context } from '../context.ts'
import { rateLimited } from '../errors.ts'
import type { CallLimit } from '../http/endpoint.shared.ts'
import { type CountedLimit, forClient, mailbox, take } from './limits.ts'

export type Attempt = {
  call: string
  limits: readonly CallLimit[]
  accountId?: number | undefined
  body?: unknown
}

/** Counts an attempt; throws `rate_limited` when a limit is exceeded. */
export type Limiter = (c: Request, attempt: Attempt) => Promise<void>

const forgottenProxy =
  'A request has X-Forwarded-For, and TRUST_PROXY is off: behind a proxy all visitors count as one client, so set TRUST_PROXY=1.'

export function openLimiter(context: Context): Limiter {
  const { config, log } = context
  let isWarned = config.trustedProxies > 0
  return async (c, { call, limits, accountId, body }) => {
    if (config.rateLimits && !isWarned && c.req.header('x-forwarded-for') !== undefined) {
      isWarned = true
      log.warn(forgottenProxy)
    }
    const client = c.get('client')
    const email = emailIn(body)
    const wait = await take(
      context,
      limits.flatMap(({ per, ...limit }): CountedLimit[] => {
        const limited = { ...limit, what: `${call} per ${per}` }
        if (per === 'account')
          return accountId === undefined ? [] : [{ ...limited, who: [`account:${accountId}`] }]
        if (per === 'mailbox at ip')
          return email === null ? [] : [{ ...limited, who: [mailbox(email), `ip:${client}`] }]
        return per === 'visitor' && accountId !== undefined ? [] : forClient(limited, client)
      }),
    )
    if (wait > 0) throw rateLimited(wait)
  }
}

function emailIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  return typeof body.email === 'string' ? body.email : null
}
