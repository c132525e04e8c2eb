import type { Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import type { Viewer } from '../platform/http.ts'
import { isConfirmedFollow } from './follower-lists.queries.ts'
import { alreadyFollowing, followingOneself } from './follows.errors.ts'
import { countFollowers } from './follows.queries.ts'
import { memberRegistry } from './subscribers.queries.ts'

/** A member follows another with one click; answers how many followers that makes. */
export async function followAsMember(
  { db, clock, config }: Context,
  viewer: Viewer,
  member: Pick<Member, 'id'>,
): Promise<number> {
  if (viewer.id === member.id) throw followingOneself()
  return db.transaction().execute(async trx => {
    const registryId = await memberRegistry(trx, viewer.id, viewer.emailConfirmed)
    const began = await beginFollow(trx, registryId, member.id, clock.now())
    if (!began) throw alreadyFollowing(config.brand)
    return countFollowers(trx, member.id)
  })
}

/** False when the follow is active already. */
async function beginFollow(trx: Transaction, registryId: number, memberId: number, now: Date) {
  const active = { verified: true, last_subscription_date: now }
  const row = await trx
    .insertInto('radr_follows')
    .values({ registry_id: registryId, radr_user_id: memberId, created_at: now, ...active })
    .onConflict(on =>
      on
        .columns(['registry_id', 'radr_user_id'])
        .doUpdateSet({ ...active, unsubscribed: false, unsubscribed_date: null })
        .where(({ not }) => not(isConfirmedFollow)),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
