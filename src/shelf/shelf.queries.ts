import { sql } from 'kysely'
import type { Queryable } from '../platform/database.ts'
import { trackTitle } from '../spotify/track-title.shared.ts'
import { generatedColor } from '../tracks/generated-cover.shared.ts'
import type { Spine } from './shelf.schemas.ts'

export type ShelfRow = Spine & { spotify_track_id: string }

/** The newest drops of a member with what was number one, oldest first. Drops without tracks have no spine. */
export async function findShelf(db: Queryable, userId: number, limit: number): Promise<ShelfRow[]> {
  const { rows } = await sql<{
    drop_number: number
    spotify_track_id: string
    title: string | null
    color: string | null
  }>`
    select drop_number, drop_tracks.spotify_track_id, title, color
    from (
      select id, drop_number from drops where user_id = ${userId}
      order by drop_number desc limit ${limit}
    ) newest
    join drop_tracks on drop_id = newest.id and rank = 1
    left join track_details using (spotify_track_id)
    order by drop_number`.execute(db)
  return rows.map(({ drop_number, color, ...track }) => ({
    drop_number,
    spotify_track_id: track.spotify_track_id,
    title: trackTitle(track),
    color: color ?? generatedColor(track.spotify_track_id),
  }))
}
