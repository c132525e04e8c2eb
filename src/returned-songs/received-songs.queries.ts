import { sql } from 'kysely'
import { listedCondition } from '../contract/states.shared.ts'
import { ifNamed } from '../follows/follows.queries.ts'
import { avatarPath } from '../members/members.queries.ts'
import { readBatches } from '../platform/database/batches.ts'
import type { Database, Queryable } from '../platform/database.ts'
import { exportBatch, selectSongs } from './returned-songs.queries.ts'
import type { ReturnedSong } from './returned-songs.schemas.ts'

/** Songs of one response: more than somebody looks through at once. */
const pageSize = 50

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
export const selectOnHome = (db: Queryable, memberId: number) =>
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

/** How many came back for one drop, and how many of them /home shows. None while the member has songs switched off. */
export const countSongsForDrop = (db: Queryable, dropId: number) =>
  selectUnblocked(db)
    .innerJoin('drops', 'drops.id', 'song.drop_id')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('songs'),
      fn.countAll<number>().filterWhere('dismissed_at', 'is', null).as('songsOnHome'),
    ])
    .where('song.drop_id', '=', dropId)
    .where('accepts_songs', '=', true)
    .executeTakeFirstOrThrow()

/** All that came back to a member. */
export const readReceivedSongs = (db: Database, memberId: number) =>
  readBatches(after =>
    selectReceived(db, memberId)
      .where('song.id', '>', after)
      .orderBy('song.id')
      .limit(sql.lit(exportBatch))
      .execute(),
  )
