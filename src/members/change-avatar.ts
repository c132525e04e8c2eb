import type { Context } from '../platform/context.ts'
import { readAvatar } from './avatar.ts'
import type { Member } from './members.queries.ts'

/** Sets the picture in a data URL as a member's, or removes it with null. Throws as `readAvatar`. */
export async function changeAvatar(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  dataUrl: string | null,
): Promise<Member> {
  const picture = dataUrl === null ? null : await readAvatar(dataUrl)
  const now = clock.now()
  return db.transaction().execute(async trx => {
    if (picture) {
      await trx
        .insertInto('avatars')
        .values({ ...picture, created_at: now })
        // The new time keeps `removeOrphanedAvatars` from a picture that was nobody's until now.
        .onConflict(conflict => conflict.column('hash').doUpdateSet({ created_at: now }))
        .execute()
    }
    return trx
      .updateTable('users')
      .set({ avatar: picture?.hash ?? null, updated_at: now })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}
