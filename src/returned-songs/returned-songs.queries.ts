import { sql } from 'kysely'
import type { AccountPart } from '../members/deletion/remove-account.job.ts'
import { readBatches } from '../platform/database/batches.ts'
import type { Database, Queryable } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import type { Song } from './returned-songs.schemas.ts'

/** Songs with what is known of their tracks. */
export const selectSongs = (db: Queryable) =>
  db
    .selectFrom('returned_songs as song')
    .leftJoin('track_details', 'track_details.spotify_track_id', 'song.spotify_track_id')
    .select(['song.spotify_track_id', 'words', ...trackDetailColumns])

export async function findDropId(db: Queryable, memberId: number, dropNumber: number) {
  const drop = await db
    .selectFrom('drops')
    .select('id')
    .where('user_id', '=', memberId)
    .where('drop_number', '=', dropNumber)
    .executeTakeFirst()
  return drop?.id ?? null
}

export const findSentSong = (
  db: Queryable,
  dropId: number,
  followId: number,
): Promise<Song | undefined> =>
  selectSongs(db)
    .where('song.drop_id', '=', dropId)
    .where('follow_id', '=', followId)
    .executeTakeFirst()

/** All that a member has sent; `to` is null while that member is hidden. */
export const readSentSongs = (db: Database, userId: number) =>
  readBatches(after =>
    selectSongs(db)
      .innerJoin('drops', 'drops.id', 'song.drop_id')
      .innerJoin('users as member', 'member.id', 'drops.user_id')
      .innerJoin('radr_follows', 'radr_follows.id', 'song.follow_id')
      .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
      .select(['song.id', 'drop_number', 'song.created_at'])
      .select(
        sql<string | null>`case when member.hidden_reason is null then member.username end`.as(
          'to',
        ),
      )
      .where('follower_registry.user_id', '=', userId)
      .where('song.id', '>', after)
      .orderBy('song.id')
      .limit(sql.lit(exportBatch))
      .execute(),
  )

export const exportBatch = 200

/** Songs that came back to an account go with it. Songs that it sent go with its follows. */
export const returnedSongsOfAccount: AccountPart = {
  table: 'returned_songs',
  isOf: userId => sql`drop_id in (select id from drops where user_id = ${userId})`,
}
