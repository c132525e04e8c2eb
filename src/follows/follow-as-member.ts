import { sql } from 'kysely'
import type { Viewer } from '../contract/viewer.ts'
import { resumeMailbox } from '../mail/mailboxes.queries.ts'
import type { Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { lockAccountSubscriber } from '../subscribers/subscribers.queries.ts'
import {
  alreadyFollowing,
  followerHidden,
  followingOneself,
  followRefused,
} from './follows.errors.ts'
import { activeFollow, countFollowers, findFollowState } from './follows.queries.ts'

export async function followAsMember(
  { db, clock, config }: Context,
  viewer: Viewer,
  member: Pick<Member, 'id'>,
): Promise<number> {
  if (viewer.id === member.id) throw followingOneself()
  if (viewer.hidden_reason !== null) throw followerHidden()
  return db.transaction().execute(async trx => {
    const subscriber = await lockAccountSubscriber(trx, viewer.id)
    if (
      viewer.email_confirmed_at === null &&
      (await isAddressBlocked(trx, viewer.email, member.id))
    )
      throw followRefused()
    const isNew = await insertFollow(trx, subscriber.id, member.id, clock.now())
    if (!isNew)
      throw (await findFollowState(trx, viewer.id, member.id)).isFollowing
        ? alreadyFollowing(config.brand)
        : followRefused()
    if (viewer.email_confirmed_at !== null) await resumeMailbox(trx, viewer.email)
    return countFollowers(trx, member.id)
  })
}

/** The subscriber is locked, as by blocking. An account that confirmed the address is that subscriber itself. */
async function isAddressBlocked(trx: Transaction, address: string, memberId: number) {
  const subscriber = await trx
    .selectFrom('follower_registry')
    .select('id')
    .where(sql`lower(email)`, '=', address.toLowerCase())
    .forShare()
    .executeTakeFirst()
  if (!subscriber) return false
  const blocked = await trx
    .selectFrom('radr_follows')
    .select('id')
    .where('registry_id', '=', subscriber.id)
    .where('radr_user_id', '=', memberId)
    .where('state', '=', 'blocked')
    .executeTakeFirst()
  return blocked !== undefined
}

async function insertFollow(trx: Transaction, registryId: number, memberId: number, now: Date) {
  const active = activeFollow(now)
  const row = await trx
    .insertInto('radr_follows')
    .values({ registry_id: registryId, radr_user_id: memberId, created_at: now, ...active })
    .onConflict(on =>
      on
        .columns(['registry_id', 'radr_user_id'])
        .doUpdateSet(active)
        .where('radr_follows.state', 'not in', ['following', 'blocked']),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
