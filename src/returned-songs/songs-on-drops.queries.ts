import { sql } from 'kysely'
import type { Queryable } from '../platform/database.ts'

/**
 * The ranks, by drop and follow, of songs that the drop is the first to have since followers sent them, and that were not on
 * the drop before it. None while the member has songs switched off.
 */
export async function findSongsOnDrops(db: Queryable, dropIds: number[]) {
  const rows = await db
    .selectFrom('drop_tracks as track')
    .innerJoin('drops', 'drops.id', 'track.drop_id')
    .innerJoin('users as member', 'member.id', 'drops.user_id')
    .innerJoin('drops as answered', 'answered.user_id', 'drops.user_id')
    .innerJoin('returned_songs as song', on =>
      on
        .onRef('song.drop_id', '=', 'answered.id')
        .onRef('song.spotify_track_id', '=', 'track.spotify_track_id')
        .onRef('song.created_at', '<', 'drops.created_at'),
    )
    .where(sql<boolean>`track.drop_id = any(${dropIds}::integer[])`)
    .where('track.previous_rank', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('drops as earlier')
            .innerJoin('drop_tracks as earlier_track', 'earlier_track.drop_id', 'earlier.id')
            .whereRef('earlier.user_id', '=', 'drops.user_id')
            .whereRef('earlier.drop_number', '<', 'drops.drop_number')
            .whereRef('earlier.created_at', '>', 'song.created_at')
            .whereRef('earlier_track.spotify_track_id', '=', 'song.spotify_track_id'),
        ),
      ),
    )
    .where('member.accepts_songs', '=', true)
    .select(['track.drop_id', 'song.follow_id'])
    .select(({ fn }) => fn.min<number>('track.rank').as('rank'))
    .groupBy(['track.drop_id', 'song.follow_id'])
    .execute()
  const byDrop = Map.groupBy(rows, row => row.drop_id)
  return new Map(
    Array.from(byDrop, ([id, songs]) => [id, new Map(songs.map(s => [s.follow_id, s.rank]))]),
  )
}
