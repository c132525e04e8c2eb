import type { Queryable } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import { selectFollowed } from './feed.queries.ts'
import type { Week } from './feed.schemas.ts'
import { weekSize } from './feed.shared.ts'

/** The number one of the newest drop of each member that a member follows and who has dropped this week, newest first. */
export async function findWeek(db: Queryable, memberId: number, now: Date): Promise<Week> {
  const since = startOfWeek(now)
  const rows = await selectFollowed(db, memberId)
    .innerJoin('drop_counts', 'drop_counts.user_id', 'users.id')
    .innerJoin('drops', join =>
      join
        .onRef('drops.user_id', '=', 'users.id')
        .onRef('drops.created_at', '=', 'drop_counts.last_drop_at'),
    )
    .innerJoin('drop_tracks', join =>
      join.onRef('drop_tracks.drop_id', '=', 'drops.id').on('rank', '=', 1),
    )
    .leftJoin('track_details', 'track_details.spotify_track_id', 'drop_tracks.spotify_track_id')
    .select(['username', 'drop_number', 'drop_tracks.spotify_track_id'])
    .select(trackDetailColumns)
    .where('last_drop_at', '>=', since)
    .orderBy('last_drop_at', 'desc')
    .orderBy('drops.id', 'desc')
    .limit(weekSize)
    .execute()
  return {
    since: since.toISOString(),
    numberOnes: rows.map(({ username, drop_number, ...track }) => ({
      username,
      drop_number,
      track,
    })),
  }
}

const dayMs = 24 * 60 * 60 * 1000
const friday = 5

/** The last Friday in UTC. Until Sunday that of the week before, because the digest of a Friday is read on the weekend. */
function startOfWeek(now: Date): Date {
  const daysSince = (now.getUTCDay() - friday + 7) % 7
  const days = daysSince < 3 ? daysSince + 7 : daysSince
  return new Date(Math.floor(now.getTime() / dayMs - days) * dayMs)
}
