import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable } from '../platform/database.ts'
import { trackTitle } from '../spotify/track-title.shared.ts'
import { generatedColor } from '../tracks/generated-cover.shared.ts'
import type { Spine } from './shelf.schemas.ts'

export type ShelfRow = Spine & { spotify_track_id: string }

/** Finds the newest drops of a member with what was number one, oldest first, at most `size`. Drops without tracks have no spine. */
export function shelfOf(size: number) {
  const selectNumberOnes = prepareQuery((db, { userId }: Placeholders<{ userId: number }>) =>
    db
      .selectFrom('drops')
      .innerJoin('drop_tracks', on => on.onRef('drop_id', '=', 'drops.id').on('rank', '=', 1))
      .leftJoin('track_details', 'track_details.spotify_track_id', 'drop_tracks.spotify_track_id')
      .select(['drop_number', 'drop_tracks.spotify_track_id', 'title', 'color'])
      .where('drops.user_id', '=', userId)
      .orderBy('drop_number', 'desc')
      .limit(size),
  )
  return async (db: Queryable, userId: number): Promise<ShelfRow[]> => {
    const newestFirst = await selectNumberOnes(db, { userId })
    return newestFirst.toReversed().map(({ drop_number, color, ...track }) => ({
      drop_number,
      spotify_track_id: track.spotify_track_id,
      title: trackTitle(track),
      color: color ?? generatedColor(track.spotify_track_id),
    }))
  }
}
