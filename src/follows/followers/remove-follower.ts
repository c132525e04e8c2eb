import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { endFollows } from '../unfollow.ts'

/** Ends a follow and takes it off the member's list; a second time changes nothing. Throws `not_found`. */
export async function removeFollower({ db, clock }: Context, memberId: number, followId: number) {
  await db.transaction().execute(trx => endAndHide(trx, { memberId, followId }, clock.now()))
}

export async function blockFollower({ db, clock }: Context, memberId: number, followId: number) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    await endAndHide(trx, { memberId, followId }, now)
    await trx
      .updateTable('radr_follows')
      .set({ blocked_at: now })
      .where('id', '=', followId)
      .where('blocked_at', 'is', null)
      .execute()
  })
}

async function endAndHide(
  trx: Transaction,
  { memberId, followId }: { memberId: number; followId: number },
  now: Date,
) {
  // Following locks the subscriber first, too.
  const { rows } = await sql`
    select from radr_follows follow
    join follower_registry r on r.id = registry_id
    where follow.id = ${followId} and radr_user_id = ${memberId}
      and follow.merged_into is null
    for no key update of r`.execute(trx)
  if (!rows[0]) throw notFound('This follower')
  await endFollows(trx, [followId], now)
  await trx
    .updateTable('radr_follows')
    .set({ removed_at: now })
    .where('id', '=', followId)
    .where('removed_at', 'is', null)
    .execute()
}
