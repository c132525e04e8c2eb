import { resumeMailbox } from '../mail/mailboxes.queries.ts'
import { liftComplaint } from '../mail/suppression.ts'
import { lockAccountSubscriber } from '../members/email/subscribers.queries.ts'
import type { Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import type { Viewer } from '../platform/http.ts'
import { alreadyFollowing, followingOneself } from './follows.errors.ts'
import { countFollowers, isConfirmedFollow } from './follows.queries.ts'

/** A member follows another with one click; returns how many followers that makes. */
export async function followAsMember(
  { db, clock, config }: Context,
  viewer: Viewer,
  member: Pick<Member, 'id'>,
): Promise<number> {
  if (viewer.id === member.id) throw followingOneself()
  return db.transaction().execute(async trx => {
    const subscriber = await lockAccountSubscriber(trx, viewer.id)
    const isNew = await insertFollow(trx, subscriber.id, member.id, clock.now())
    if (!isNew) throw alreadyFollowing(config.brand)
    if (viewer.emailConfirmed) {
      // The owner of the address wants mail again.
      await liftComplaint(trx, viewer.email)
      await resumeMailbox(trx, viewer.email)
    }
    return countFollowers(trx, member.id)
  })
}

/** False when the member follows already. */
async function insertFollow(trx: Transaction, registryId: number, memberId: number, now: Date) {
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
