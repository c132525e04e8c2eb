import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { lockCurrentFollow } from '../follows.queries.ts'
import { endFollows } from '../unfollow.ts'

/** Ends a follow and removes it from the member's list; repeating it has no effect. Throws `not_found`. */
export const removeFollower = (context: Context, memberId: number, followId: number) =>
  endAndHide(context, { memberId, followId, state: 'removed' })

export const blockFollower = (context: Context, memberId: number, followId: number) =>
  endAndHide(context, { memberId, followId, state: 'blocked' })

/** Lets a blocked follower follow again. Throws `not_found`. */
export async function unblockFollower({ db }: Context, memberId: number, followId: number) {
  await db
    .updateTable('radr_follows')
    .set({ state: 'removed', blocked_at: null })
    .where('id', '=', followId)
    .where('radr_user_id', '=', memberId)
    .where('state', '=', 'blocked')
    .returning('id')
    .executeTakeFirstOrThrow(() => notFound('This follower'))
}

type Ending = { memberId: number; followId: number; state: 'removed' | 'blocked' }

async function endAndHide({ db, clock }: Context, { memberId, followId, state }: Ending) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const follow = await lockCurrentFollow(trx, followId)
    if (follow?.radr_user_id !== memberId) throw notFound('This follower')
    await endFollows(trx, [follow.id], now)
    await trx
      .updateTable('radr_follows')
      .set({ state, blocked_at: state === 'blocked' ? now : null })
      .where('id', '=', follow.id)
      .where('state', '<>', 'blocked')
      .execute()
  })
}
