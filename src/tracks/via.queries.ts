import { sql } from 'kysely'
import { lowerUsername } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { trackNotFound } from './tracks.errors.ts'

/**
 * Null without a username, for oneself, a hidden or unknown member, and one who neither had the track nor sent it to this
 * member: nobody is named for a song not theirs.
 */
export async function findVia(
  trx: Transaction,
  userId: number,
  { username, spotify_track_id }: { username: string | null | undefined; spotify_track_id: string },
): Promise<number | null> {
  if (!username) return null
  const { rows } = await sql<{ id: number }>`
    select id from users
    where ${lowerUsername} = ${username.toLowerCase()} and id <> ${userId} and hidden_reason is null
      and (
        exists (select from tracks where user_id = users.id and spotify_track_id = ${spotify_track_id})
        or exists (
          select from drops join drop_tracks on drop_id = drops.id
          where user_id = users.id and spotify_track_id = ${spotify_track_id}
        )
        or exists (
          select from returned_songs song
          join drops on drops.id = song.drop_id
          join radr_follows follow on follow.id = song.follow_id
          join follower_registry sender on sender.id = follow.registry_id
          where drops.user_id = ${userId} and sender.user_id = users.id
            and song.spotify_track_id = ${spotify_track_id}
        )
      )`.execute(trx)
  return rows[0]?.id ?? null
}

/** The member named by `tracks.via_user_id`, unless an administrator has hidden them. */
export const viaColumn = sql<string | null>`(
  select username from users via
  where via.id = tracks.via_user_id and via.hidden_reason is null)`.as('via')

/** Forgets from whom a track of the member's own list was taken. Throws `trackNotFound`. */
export async function forgetVia({ db }: Pick<Context, 'db'>, userId: number, trackId: number) {
  await db
    .updateTable('tracks')
    .set({ via_user_id: null })
    .where('id', '=', trackId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow(trackNotFound)
}
