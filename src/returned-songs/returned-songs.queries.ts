import { sql } from 'kysely'
import { listedCondition } from '../contract/states.shared.ts'
import { ifNamed } from '../follows/follows.queries.ts'
import type { AccountPart } from '../members/deletion/remove-account.job.ts'
import { avatarPath } from '../members/members.queries.ts'
import type { Context } from '../platform/context.ts'
import { readBatches } from '../platform/database/batches.ts'
import type { Database, Queryable } from '../platform/database.ts'
import { Failure } from '../platform/errors.ts'
import type { BodyOf, QueryOf, ResponseOf } from '../platform/http/endpoint.shared.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import { coversOf } from '../tracks/listed-tracks.queries.ts'
import { type From, findSongSender, type LinkContext } from './find-song-sender.queries.ts'
import { dropToAnswerNotFound } from './returned-songs.errors.ts'
import type * as schemas from './returned-songs.schemas.ts'
import type { ReturnedSong, Song } from './returned-songs.schemas.ts'

/** Songs of one response: more than somebody looks through at once. */
const pageSize = 50

const selectSongs = (db: Queryable) =>
  db
    .selectFrom('returned_songs as song')
    .leftJoin('track_details', 'track_details.spotify_track_id', 'song.spotify_track_id')
    .select(['song.spotify_track_id', 'words', ...trackDetailColumns])

const followIsListed = sql.raw(`radr_follows.${listedCondition}`)

/** Leaves out songs of followers whom the member removed or blocked, and of accounts that an administrator has hidden. */
const isUnblocked = sql<boolean>`${followIsListed} and not exists (
  select from follower_registry r join users hidden on hidden.id = r.user_id
  where r.id = radr_follows.registry_id and hidden.hidden_reason is not null)`

const selectUnblocked = (db: Queryable) =>
  db
    .selectFrom('returned_songs as song')
    .innerJoin('radr_follows', 'radr_follows.id', 'song.follow_id')
    .where(isUnblocked)

/** The songs that /home shows a member: neither dismissed ones, nor any while songs are switched off. */
const selectOnHome = (db: Queryable, memberId: number) =>
  selectUnblocked(db)
    .innerJoin('drops', 'drops.id', 'song.drop_id')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .where('users.id', '=', memberId)
    .where('accepts_songs', '=', true)
    .where('dismissed_at', 'is', null)

/** All that came back to a member, dismissed songs included, with who sent them. */
const selectReceived = (db: Queryable, memberId: number) =>
  selectSongs(db)
    .innerJoin('drops', 'drops.id', 'song.drop_id')
    .innerJoin('radr_follows', 'radr_follows.id', 'song.follow_id')
    .innerJoin('subscribers', 'subscribers.id', 'registry_id')
    .leftJoin('users', 'users.id', 'subscribers.user_id')
    .where('drops.user_id', '=', memberId)
    .where(isUnblocked)
    .select(['song.id', 'song.follow_id', 'drop_number', 'song.created_at'])
    .select([
      'subscribers.address as email',
      ifNamed<string>(sql`users.username`).as('username'),
      ifNamed<string>(sql`users.avatar`).as('avatar'),
    ])

/** The drop that a page is to answer, with what was sent already; or why nothing can be sent. */
export async function findDropToAnswer(
  context: LinkContext,
  from: From,
  dropNumber: QueryOf<typeof schemas.getDropToAnswer>['drop'],
): Promise<ResponseOf<typeof schemas.getDropToAnswer>> {
  const { db } = context
  try {
    const { followId, sender, member } = await findSongSender(context, from)
    const drop = await db
      .selectFrom('drops')
      .select(['drops.id', 'drop_number as dropNumber', coversOf('drop', 'drops.id').as('tracks')])
      .where('user_id', '=', member.id)
      .where('drop_number', '=', /^[1-9]\d{0,8}$/.test(dropNumber) ? Number(dropNumber) : 0)
      .executeTakeFirstOrThrow(dropToAnswerNotFound)
    const { id, ...shown } = drop
    const sent = await findSentSong(db, id, followId)
    const onDrop = sent && (await findDropWithSong(db, id, followId))
    return {
      problem: null,
      username: member.username,
      avatar: member.avatar,
      ...shown,
      sender,
      sent: sent ?? null,
      listed: onDrop ?? null,
    }
  } catch (error) {
    // An outage is no problem of the link.
    if (!(error instanceof Failure) || error.status >= 500) throw error
    const { message, code, details } = error
    const username = details.extra?.username
    return { problem: message, code, ...(typeof username === 'string' && { username }) }
  }
}

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

/** The newest drop with the song that a follow sent in answer to `dropId`, made after it was sent. */
const findDropWithSong = (db: Queryable, dropId: number, followId: number) =>
  db
    .selectFrom('returned_songs as song')
    .innerJoin('drops as answered', 'answered.id', 'song.drop_id')
    .innerJoin('drops', 'drops.user_id', 'answered.user_id')
    .innerJoin('drop_tracks as track', on =>
      on
        .onRef('track.drop_id', '=', 'drops.id')
        .onRef('track.spotify_track_id', '=', 'song.spotify_track_id'),
    )
    .where('song.drop_id', '=', dropId)
    .where('song.follow_id', '=', followId)
    .whereRef('song.created_at', '<', 'drops.created_at')
    .select(['drops.drop_number as dropNumber', 'track.rank'])
    .orderBy('drops.drop_number', 'desc')
    .limit(1)
    .executeTakeFirst()

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

/** Songs that came back to a member, the newest first. Titles and names are looked up for these rows alone. */
export async function listReturnedSongs(db: Queryable, memberId: number) {
  const newest = selectOnHome(db, memberId)
    .select(['song.id', sql<number>`count(*) over ()`.as('total')])
    .orderBy('song.created_at', 'desc')
    .orderBy('song.id', 'desc')
    .limit(pageSize)
  const rows = await selectReceived(db, memberId)
    .innerJoin(newest.as('newest'), 'newest.id', 'song.id')
    .select('total')
    .orderBy('song.created_at', 'desc')
    .orderBy('song.id', 'desc')
    .execute()
  const songs = rows.map(
    ({ total: _, created_at, avatar, ...song }): ReturnedSong => ({
      ...song,
      created_at: created_at.toISOString(),
      avatar: avatarPath(avatar),
    }),
  )
  return { songs, total: rows[0]?.total ?? 0 }
}

/** How many songs `listReturnedSongs` would count. */
export async function countReturnedSongs(db: Queryable, memberId: number): Promise<number> {
  const { total } = await selectOnHome(db, memberId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** How many came back for one drop, dismissed ones included. None while the member has songs switched off. */
export async function countSongsForDrop(db: Queryable, dropId: number) {
  const { total } = await selectUnblocked(db)
    .innerJoin('drops', 'drops.id', 'song.drop_id')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('song.drop_id', '=', dropId)
    .where('accepts_songs', '=', true)
    .executeTakeFirstOrThrow()
  return total
}

export async function dismissSongs(
  { db, clock }: Context,
  memberId: number,
  { id, withOlder }: BodyOf<typeof schemas.dismissSongs>,
) {
  const onHome = selectOnHome(db, memberId).select('song.id')
  const dismissed = await db
    .updateTable('returned_songs')
    .set({ dismissed_at: clock.now() })
    .where('id', 'in', onHome.where('song.id', withOlder ? '<=' : '=', id))
    .returning('id')
    .execute()
  return { count: dismissed.length, id: dismissed[0]?.id ?? null }
}

/** Songs that were dismissed together have the same time. */
export async function restoreSongs(db: Queryable, memberId: number, id: number) {
  await db
    .updateTable('returned_songs')
    .set({ dismissed_at: null })
    .where('drop_id', 'in', own =>
      own.selectFrom('drops').select('id').where('user_id', '=', memberId),
    )
    .where('dismissed_at', '=', same =>
      same
        .selectFrom('returned_songs as song')
        .select('song.dismissed_at')
        .where('song.id', '=', id),
    )
    .execute()
}

/** All that came back to a member. */
export const readReceivedSongs = (db: Database, memberId: number) =>
  readBatches(after =>
    selectReceived(db, memberId)
      .where('song.id', '>', after)
      .orderBy('song.id')
      .limit(sql.lit(exportBatch))
      .execute(),
  )

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

const exportBatch = 200

/** Songs that came back to an account go with it. Songs that it sent go with its follows. */
export const returnedSongsOfAccount: AccountPart = {
  table: 'returned_songs',
  isOf: userId => sql`drop_id in (select id from drops where user_id = ${userId})`,
}
