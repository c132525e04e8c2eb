import { updateMember } from '../members/members.queries.ts'
import type { Database } from '../platform/database.ts'

/** Whether followers can send songs to a member. */
export async function findSongSetting(db: Database, memberId: number) {
  const { accepts_songs } = await db
    .selectFrom('users')
    .select('accepts_songs')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { isOn: accepts_songs }
}

export async function setSongSetting(db: Database, memberId: number, isOn: boolean) {
  const { accepts_songs } = await updateMember(db, memberId, { accepts_songs: isOn })
  return { isOn: accepts_songs }
}
