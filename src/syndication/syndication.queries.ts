import { avatarPath, findMemberByName } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import { listDropTracks } from '../tracks/tracks.queries.ts'

/** Drops in a feed: half a year of weekly ones. */
const feedLength = 26

export type FeedContent = Awaited<ReturnType<typeof findFeedContent>>

/** A member's latest drops with their tracks; throws `memberNotFound`. */
export async function findFeedContent(db: Queryable, username: string) {
  const member = await findMemberByName(db, username)
  const drops = await db
    .selectFrom('drops')
    .select(['id', 'drop_number as number', 'note', 'created_at as createdAt', 'movement'])
    .where('user_id', '=', member.id)
    .orderBy('drop_number', 'desc')
    .limit(feedLength)
    .execute()
  return {
    memberId: member.id,
    username: member.username,
    avatar: avatarPath(member.avatar),
    joinedAt: member.created_at,
    // Concurrent queries are sent in one round trip.
    drops: await Promise.all(
      drops.map(async drop => ({ ...drop, tracks: await listDropTracks(db, drop.id) })),
    ),
  }
}
