import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { usernameReserved } from '../members.errors.ts'
import { lowerUsername, type Member, updateMember } from '../members.queries.ts'
import { isReserved } from './reserved-names.ts'
import { releaseUsername, reserveUsername } from './usernames.queries.ts'

/** Renames a member and reserves the old name for them. Throws `usernameReserved` and `usernameTaken`. */
export async function changeUsername(
  { db, clock, config }: Context,
  userId: number,
  username: string,
): Promise<Member> {
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const before = await lockForRename(trx, userId, username)
    if (before.username === username) return before
    const isSameName = before.username.toLowerCase() === username.toLowerCase()
    if (!isSameName && isReserved(username, config)) throw usernameReserved()
    const member = await updateMember(trx, userId, { username, updated_at: now })
    if (!isSameName) {
      await releaseUsername(trx, member, now)
      await reserveUsername(trx, userId, before.username, now)
    }
    return member
  })
}

/** Locks in the order of ids: two members who swap names would otherwise deadlock. */
async function lockForRename(trx: Transaction, userId: number, newName: string): Promise<Member> {
  const locked = await trx
    .selectFrom('users')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('id', '=', userId), eb(lowerUsername, '=', newName.toLowerCase())]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const member = locked.find(({ id }) => id === userId)
  if (!member) throw new Error('The member does not exist')
  return member
}
