import { sql } from 'kysely'
import type { FollowState } from '../contract/states.shared.ts'
import type { Context } from '../platform/context.ts'
import { forEachBatch } from '../platform/database/batches.ts'
import type { Transaction } from '../platform/database.ts'
import { followsNow, lockOwnFollow } from './follows.queries.ts'

export async function unfollow({ db, clock }: Context, userId: number, memberId: number) {
  await db.transaction().execute(async trx => {
    const follow = await lockOwnFollow(trx, userId, memberId)
    if (follow) await endFollows(trx, [follow.id], clock.now())
  })
}

/**
 * Ends follows with their notifications, and what confirms them, so that neither a link that is still on its way nor a
 * confirmation mail that still waits starts them again. The follow and its token change in one statement, so that a
 * concurrent confirmation is either undone or rejected.
 */
export async function endFollows(trx: Transaction, ids: number[], now: Date) {
  await forEachBatch(ids, async batch => {
    await trx
      .updateTable('radr_follows')
      .set({
        state: sql<FollowState>`case when ${followsNow} then 'left' else state end`,
        unsubscribed_date: sql<Date | null>`case when ${followsNow} then ${now}::timestamptz else unsubscribed_date end`,
        verification_token: null,
        last_verification_email: null,
      })
      .where(sql<boolean>`id = any(${batch}::bigint[])`)
      .where(({ or, eb }) =>
        or([
          followsNow,
          eb('verification_token', 'is not', null),
          eb('last_verification_email', 'is not', null),
        ]),
      )
      .execute()
    await sql`delete from push_follows p
      using radr_follows f join follower_registry r on r.id = f.registry_id
      where f.id = any(${batch}::bigint[])
        and p.radr_user_id = f.radr_user_id and p.user_id = r.user_id`.execute(trx)
  })
}
