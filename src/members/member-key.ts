import type { KeyObject } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Context } from '../platform/context.ts'
import { otherMember } from '../platform/errors.ts'
import type { AppEnv } from '../platform/http/http.ts'
import { derivedToken } from '../platform/secrets/tokens.ts'

/**
 * Refuses a call whose page was made for another member than the session's, or for a visitor, before it reads or
 * changes anything. A link to download has the key in its query. Without a key nothing is checked; without a session
 * each call decides who may make it.
 */
export const refuseOtherMember =
  ({ linkKey }: Pick<Context, 'linkKey'>): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const given = c.req.header('x-member') ?? c.req.query('member')
    const viewer = c.get('viewer')
    if (given !== undefined && viewer && given !== memberKey(linkKey, viewer.id))
      throw otherMember()
    await next()
  }

/** What pages and browsers know an account by: reveals neither its id nor how many there are. */
export const memberKey = (linkKey: KeyObject, id: number) =>
  derivedToken(`member ${id}`, linkKey, 22)
