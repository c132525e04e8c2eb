import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { endFollows } from '../unfollow.ts'

/** Ends a follow and removes it from the member's list; repeating it has no effect. Throws `not_found`. */
export const removeFollower = (context: Context, memberId: number, followId: number) =>
  endAndHide(context, { memberId, followId, state: 'removed' })

export const blockFollower = (context: Context, memberId: number, followId: number) =>
  endAndHide(context, { memberId, followId, state: 'blocked' })

type Ending = { memberId: number; followId: number; state: 'removed' | 'blocked' }

async function endAndHide({ db, clock }: Context, { memberId, followId, state }: Ending) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    // Following locks the subscriber first, too.
    const { rows } = await sql`
      select from radr_follows follow
      join follower_registry r on r.id = registry_id
      where follow.id = ${followId} and radr_user_id = ${memberId}
      for no key update of r`.execute(trx)
    if (!rows[0]) throw notFound('This follower')
    await endFollows(trx, [followId], now)
    await trx
      .updateTable('radr_follows')
      .set({ state, blocked_at: state === 'blocked' ? now : null })
      .where('id', '=', followId)
      .where('state', '<>', 'blocked')
      .execute()
  })
}
