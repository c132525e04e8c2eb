import type { Viewer } from '../contract/viewer.ts'
import { resumeMailbox } from '../mail/mailboxes/mailboxes.queries.ts'
import type { Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import {
  alreadyFollowing,
  followerHidden,
  followingOneself,
  followRefused,
} from './follows.errors.ts'
import { confirmedFollow, countFollowers, findFollowState } from './follows.queries.ts'
import { lockAccountSubscriber } from './subscribers/subscribers.queries.ts'

/**
 * An account that has not confirmed its email follows also a member who blocked that email, and gets nothing
 * (`hasOtherFollow`): its owner may be a stranger, whom the response must not tell of the block.
 */
export async function followAsMember(
  { db, clock, config }: Context,
  viewer: Viewer,
  member: Pick<Member, 'id'>,
): Promise<number> {
  if (viewer.id === member.id) throw followingOneself()
  if (viewer.hidden_reason !== null) throw followerHidden('follow anybody')
  return db.transaction().execute(async trx => {
    const subscriber = await lockAccountSubscriber(trx, viewer.id)
    const isNew = await insertFollow(trx, subscriber.id, member.id, clock.now())
    if (!isNew)
      throw (await findFollowState(trx, viewer.id, member.id)).isFollowing
        ? alreadyFollowing(config.brand)
        : followRefused()
    if (viewer.email_confirmed_at !== null) await resumeMailbox(trx, viewer.email)
    return countFollowers(trx, member.id)
  })
}

async function insertFollow(trx: Transaction, registryId: number, memberId: number, now: Date) {
  const confirmed = confirmedFollow(now)
  const row = await trx
    .insertInto('radr_follows')
    .values({ registry_id: registryId, radr_user_id: memberId, created_at: now, ...confirmed })
    .onConflict(on =>
      on
        .columns(['registry_id', 'radr_user_id'])
        .doUpdateSet(confirmed)
        .where('radr_follows.state', 'not in', ['following', 'blocked']),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
