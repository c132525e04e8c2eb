import { sql } from 'kysely'
import type { DropMovement } from '../contract/tables.ts'
import type { Database } from '../platform/database.ts'

/** Drops that are read at once, each with its tracks: few, because the embedded database does nothing else meanwhile. */
const dropBatchSize = 25

export type ArchivedDrop = {
  number: number
  created_at: Date
  note: string | null
  followers: number
  movement: DropMovement
  tracks: ArchivedTrack[]
}

type ArchivedTrack = {
  rank: number
  id: string
  title: string | null
  artist: string | null
  previous_rank: number | null
  drops: number
  peak: number
  first_drop: number
  /** Milliseconds since 1970, because JSON has no dates. */
  first_dropped_at: number
}

export async function* readDrops(db: Database, userId: number): AsyncGenerator<ArchivedDrop[]> {
  for (let after = 0; ; ) {
    const drops = await findDropsAfter(db, userId, after)
    const last = drops.at(-1)
    if (!last) return
    yield drops
    after = last.number
  }
}

async function findDropsAfter(db: Database, userId: number, after: number) {
  const { rows } = await sql<ArchivedDrop>`
    select drop_number as number, created_at, note, drop_followers as followers, movement, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'rank', rank, 'id', t.spotify_track_id, 'title', title, 'artist', artist,
        'previous_rank', previous_rank, 'drops', drop_count, 'peak', peak_rank,
        'first_drop', first_drop_number,
        'first_dropped_at', extract(epoch from first_dropped_at) * 1000) order by rank), '[]')
      from drop_tracks t
      left join track_details details on details.spotify_track_id = t.spotify_track_id
      where drop_id = drops.id
    ) as tracks
    from drops
    where user_id = ${userId} and drop_number > ${after}
    order by drop_number
    limit ${sql.lit(dropBatchSize)}`.execute(db)
  return rows
}
