import type { Member } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { lockFollowing } from './follows.queries.ts'

/** Switches notifications about a followed member on or off. Throws `notFollowing`. */
export function chooseFollowPush(
  { db, clock }: Context,
  userId: number,
  member: Pick<Member, 'id' | 'username'>,
  push: boolean,
): Promise<{ push: boolean; devices: number }> {
  return db.transaction().execute(async trx => {
    await lockFollowing(trx, userId, member)
    if (push)
      await trx
        .insertInto('push_follows')
        .values({ radr_user_id: member.id, user_id: userId })
        .onConflict(on => on.doNothing())
        .execute()
    else
      await trx
        .deleteFrom('push_follows')
        .where('radr_user_id', '=', member.id)
        .where('user_id', '=', userId)
        .execute()
    const { devices } = await trx
      .selectFrom('push_subscriptions')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .select(({ fn }) => fn.countAll<number>().as('devices'))
      .where('push_subscriptions.user_id', '=', userId)
      .where('expires_at', '>', clock.now())
      .executeTakeFirstOrThrow()
    return { push, devices }
  })
}
