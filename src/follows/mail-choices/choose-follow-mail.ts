import type { Member } from '../../members/members.queries.ts'
import type { Database } from '../../platform/database.ts'
import { lockFollowing } from '../follows.queries.ts'

/** Switches mail about a followed member on or off. Throws `notFollowing`. */
export async function chooseFollowMail(
  db: Database,
  userId: number,
  member: Pick<Member, 'id' | 'username'>,
  mail: boolean,
) {
  await db.transaction().execute(async trx => {
    const { id } = await lockFollowing(trx, userId, member)
    await trx.updateTable('radr_follows').set({ mail_off: !mail }).where('id', '=', id).execute()
  })
}
