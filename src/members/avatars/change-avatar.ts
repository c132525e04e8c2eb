import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { type Member, updateMember } from '../members.queries.ts'
import { type Picture, readAvatar } from './read-avatar.ts'

/** Sets the picture in a data URL as a member's avatar; null removes it. Throws like `readAvatar`. */
export async function changeAvatar(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  dataUrl: string | null,
): Promise<Member> {
  const picture = dataUrl === null ? null : await readAvatar(dataUrl, userId)
  const now = clock.now()
  return db.transaction().execute(trx => storeAvatar(trx, userId, picture, now))
}

export async function storeAvatar(
  trx: Transaction,
  userId: number,
  picture: Picture | null,
  now: Date,
): Promise<Member> {
  if (picture) {
    await trx
      .insertInto('avatars')
      .values({ ...picture, created_at: now })
      // The new time prevents `removeOrphanedAvatars` from deleting a picture that was orphaned until now.
      .onConflict(conflict => conflict.column('hash').doUpdateSet({ created_at: now }))
      .execute()
  }
  return updateMember(trx, userId, { avatar: picture?.hash ?? null, updated_at: now })
}
