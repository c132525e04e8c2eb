import { sql } from 'kysely'
import { recordEvent } from '../../members/activity/record-event.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { endFollows } from '../unfollow.ts'

/** Ends a follow and takes it off the member's list; a second time changes nothing. Throws `not_found`. */
export async function removeFollower({ db, clock }: Context, memberId: number, followId: number) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const { username, wasListed } = await endAndHide(trx, { memberId, followId }, now)
    if (wasListed) await recordEvent(trx, memberId, 'follower_removed', now, username)
  })
}

export async function blockFollower({ db, clock }: Context, memberId: number, followId: number) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const { username } = await endAndHide(trx, { memberId, followId }, now)
    const { numUpdatedRows } = await trx
      .updateTable('radr_follows')
      .set({ blocked_at: now })
      .where('id', '=', followId)
      .where('blocked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await recordEvent(trx, memberId, 'follower_blocked', now, username)
  })
}

async function endAndHide(
  trx: Transaction,
  { memberId, followId }: { memberId: number; followId: number },
  now: Date,
): Promise<{ username: string | null; wasListed: boolean }> {
  // Following locks the subscriber first, too.
  const { rows } = await sql<{ verified: boolean; username: string | null }>`
    select follow.verified, username from radr_follows follow
    join follower_registry r on r.id = registry_id
    left join users on users.id = r.user_id
    where follow.id = ${followId} and radr_user_id = ${memberId}
      and follow.merged_into is null
    for no key update of r`.execute(trx)
  const follow = rows[0]
  if (!follow) throw notFound('This follower')
  await endFollows(trx, [followId], now)
  const { numUpdatedRows } = await trx
    .updateTable('radr_follows')
    .set({ removed_at: now })
    .where('id', '=', followId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { username: follow.verified ? follow.username : null, wasListed: numUpdatedRows > 0n }
}
