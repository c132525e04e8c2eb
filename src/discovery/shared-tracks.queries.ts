import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import type { TrackSummary } from '../tracks/tracks.schemas.ts'

/** The tracks that are on the lists of both. */
export async function findSharedTracks(
  db: Queryable,
  viewerId: number,
  id: number,
): Promise<TrackSummary[]> {
  return id === viewerId ? [] : selectSharedTracks(db, { viewerId, id })
}

const selectSharedTracks = prepareQuery(
  (db, members: Placeholders<{ viewerId: number; id: number }>) =>
    db
      .selectFrom('tracks as mine')
      .innerJoin('tracks as theirs', 'theirs.spotify_track_id', 'mine.spotify_track_id')
      .leftJoin('track_details', 'track_details.spotify_track_id', 'mine.spotify_track_id')
      .select('mine.spotify_track_id')
      .select(trackDetailColumns)
      .where('mine.user_id', '=', members.viewerId)
      .where('theirs.user_id', '=', members.id)
      .orderBy('mine.rank'),
)
