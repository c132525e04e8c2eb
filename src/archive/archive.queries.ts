import { sql } from 'kysely'
import type { DropMovement } from '../contract/movement.schemas.ts'
import { findFollowedAfter } from '../follows/following/following-list.queries.ts'
import { readBatches } from '../platform/database/batches.ts'
import type { Database } from '../platform/database.ts'

/** Drops that are read at once, each with its tracks: few, because the embedded database does nothing else meanwhile. */
const dropBatchSize = 25

/** A drop as data.json has it. */
type ArchivedDrop = {
  number: number
  created_at: Date
  note: string | null
  followers: number
  movement: DropMovement
  tracks: ArchivedTrack[]
}

type ArchivedTrack = {
  rank: number
  spotify_track_id: string
  title: string | null
  artist: string | null
  previous_rank: number | null
  drops: number
  peak: number
  first_drop: number
  first_dropped_at: string
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
      select coalesce(json_agg(json_build_object(
        'rank', rank, 'spotify_track_id', t.spotify_track_id, 'title', title, 'artist', artist,
        'previous_rank', previous_rank, 'drops', drop_count, 'peak', peak_rank,
        'first_drop', first_drop_number, 'first_dropped_at',
        to_char(first_dropped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) order by rank), '[]')
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

/** Whom a member follows, as data.json has them. */
export async function* readFollowed(db: Database, userId: number) {
  for await (const rows of readBatches(after => findFollowedAfter(db, userId, after)))
    yield rows.map(({ username, since, mail_off, push }) => ({
      username,
      following_since: since,
      mail: !mail_off,
      notifications: push,
    }))
}
