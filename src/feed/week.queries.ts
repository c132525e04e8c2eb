import type { Queryable } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import { pressRecord } from '../tracks/week-record.shared.ts'
import { selectFollowed } from './feed.queries.ts'
import type { Week } from './feed.schemas.ts'
import { weekSize } from './feed.shared.ts'

/** The number one of the last drop in the week of each member that a member follows, made into a record. */
export async function findWeek(
  db: Queryable,
  memberId: number,
  now: Date,
): Promise<Omit<Week, 'card'>> {
  const { since, until } = weekAt(now)
  const numberOnes = await selectFollowed(db, memberId)
    .innerJoin('drop_counts', 'drop_counts.user_id', 'users.id')
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('drops')
          .select(['id', 'drop_number', 'created_at'])
          .whereRef('drops.user_id', '=', 'users.id')
          .where('created_at', '>=', since)
          .where('created_at', '<', until)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('drop'),
      join => join.onTrue(),
    )
    .innerJoin('drop_tracks', join =>
      join.onRef('drop_tracks.drop_id', '=', 'drop.id').on('rank', '=', 1),
    )
    .leftJoin('track_details', 'track_details.spotify_track_id', 'drop_tracks.spotify_track_id')
    .select(['username', 'drop_number', 'drop_tracks.spotify_track_id'])
    .select(trackDetailColumns)
    .where('last_drop_at', '>=', since)
    .orderBy('drop.created_at', 'desc')
    .orderBy('drop.id', 'desc')
    .limit(weekSize)
    .execute()
  const record = pressRecord(numberOnes, track => track.spotify_track_id)
  return {
    since: since.toISOString(),
    isOver: until <= now,
    people: record.flat().length,
    tracks: record.map(group => {
      const [{ username: _, drop_number: __, ...track }] = group
      return {
        ...track,
        people: group.map(({ username, drop_number }) => ({ username, drop_number })),
      }
    }),
  }
}

const dayMs = 24 * 60 * 60 * 1000
const weekMs = 7 * dayMs
const friday = 5

/**
 * A week is from Friday to Friday in UTC. Until Sunday it is the week that has ended, because the record of a Friday and
 * its mail are for the weekend; from Monday on it is the week that goes on.
 */
function weekAt(now: Date): { since: Date; until: Date } {
  const daysSince = (now.getUTCDay() - friday + 7) % 7
  const days = daysSince < 3 ? daysSince + 7 : daysSince
  const since = Math.floor(now.getTime() / dayMs - days) * dayMs
  return { since: new Date(since), until: new Date(since + weekMs) }
}
