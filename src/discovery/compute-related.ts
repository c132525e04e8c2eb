import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

const relatedCount = 5

/** Lists with a track that are compared, the most followed first: more would hardly change the result. */
const maxLists = 500

/**
 * Replaces the related tracks of some tracks: those on the most of the same lists, divided by the square
 * root of all lists that they are on, so that everybody's favorites are not related to everything. One
 * shared list says little, so tracks that share more come first.
 */
export async function computeRelated(trx: Transaction, trackIds: string[]) {
  await sql`delete from related_tracks where spotify_track_id = any(${trackIds})`.execute(trx)
  await sql`
    with shared as (
      select wanted.id, tracks.spotify_track_id as other, count(*) as lists
      from unnest(${trackIds}::text[]) wanted (id) cross join lateral (
        select user_id from tracks where spotify_track_id = wanted.id
        order by followers desc, user_id desc limit ${maxLists}
      ) list
      join tracks on tracks.user_id = list.user_id and tracks.spotify_track_id <> wanted.id
      group by 1, 2
    ), ranked as (
      select id, other, row_number() over (
        partition by id
        order by shared.lists > 1 desc, shared.lists / sqrt(counts.lists::float8) desc, other collate "C"
      ) as position
      from shared join track_list_counts counts on counts.spotify_track_id = other
    )
    insert into related_tracks (spotify_track_id, position, related_track_id)
    select id, position, other from ranked where position <= ${relatedCount}
  `.execute(trx)
}
