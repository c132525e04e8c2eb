import { sql } from 'kysely'
import { lowerUsername } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { trackNotFound } from './tracks.errors.ts'

/** Null without a username, for oneself, a hidden or unknown member, and one who never had the track: nobody is named for a song not theirs. */
export async function findVia(
  trx: Transaction,
  userId: number,
  { username, spotify_track_id }: { username: string | null | undefined; spotify_track_id: string },
): Promise<number | null> {
  if (!username) return null
  const member = await trx
    .selectFrom('users')
    .select('users.id')
    .where(lowerUsername, '=', username.toLowerCase())
    .where('users.id', '!=', userId)
    .where('hidden_reason', 'is', null)
    .where(({ or, exists, selectFrom, ref }) =>
      or([
        exists(
          selectFrom('tracks')
            .select(sql.lit(1).as('one'))
            .where('tracks.user_id', '=', ref('users.id'))
            .where('tracks.spotify_track_id', '=', spotify_track_id),
        ),
        exists(
          selectFrom('drops')
            .innerJoin('drop_tracks', 'drop_tracks.drop_id', 'drops.id')
            .select(sql.lit(1).as('one'))
            .where('drops.user_id', '=', ref('users.id'))
            .where('drop_tracks.spotify_track_id', '=', spotify_track_id),
        ),
      ]),
    )
    .executeTakeFirst()
  return member?.id ?? null
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
