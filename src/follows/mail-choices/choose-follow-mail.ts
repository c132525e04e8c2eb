import type { Member } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/database.ts'
import { notFollowing } from '../follows.errors.ts'
import { followsNow } from '../follows.queries.ts'

/** Switches mail about a followed member on or off. Throws `notFollowing`. */
export async function chooseFollowMail(
  db: Queryable,
  userId: number,
  member: Pick<Member, 'id' | 'username'>,
  mail: boolean,
) {
  await db
    .updateTable('radr_follows')
    .set({ mail_off: !mail })
    .where('registry_id', '=', subscriber =>
      subscriber.selectFrom('follower_registry').select('id').where('user_id', '=', userId),
    )
    .where('radr_user_id', '=', member.id)
    .where(followsNow)
    .returning('id')
    .executeTakeFirstOrThrow(() => notFollowing(member.username))
}
