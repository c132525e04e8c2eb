import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import type { Tables } from '../src/contract/tables.ts'
import { addDrops } from '../src/drops/add-drops.ts'
import type { Queryable } from '../src/platform/database.ts'
import { trackLinkOf } from '../src/spotify/page-links.shared.ts'
import { type Client, day, type Member, type TestApp } from './test-app.ts'

/** Adds tracks to a member's list, in this order. */
export async function addTracks(member: Client, ...ids: string[]) {
  for (const id of ids) {
    const { status } = await member.call('POST', '/api/tracks', { spotifyUrl: trackLinkOf(id) })
    expect(status).toBe(201)
  }
}

/** Replaces a member's list by rows, without a call. */
export async function replaceList(db: Queryable, userId: number, ids: string[]) {
  await db.deleteFrom('tracks').where('user_id', '=', userId).execute()
  const tracks = ids.map((id, index) => ({
    user_id: userId,
    spotify_track_id: id,
    spotify_track_url: trackLinkOf(id),
    rank: index + 1,
  }))
  if (tracks.length > 0) await db.insertInto('tracks').values(tracks).execute()
}

/** Adds drops to the history of a member, one a week; `listOf` has the tracks of the nth, from 0. */
export async function addWeeklyDrops(
  { context: { db } }: Pick<TestApp, 'context'>,
  { id }: Pick<Member, 'id'>,
  count: number,
  listOf: (n: number) => string[] = () => ['one', 'two'],
  { begin = Date.UTC(2016, 0, 1), weeks = 1 } = {},
) {
  const drops = Array.from({ length: count }, (_, n) => ({
    number: n + 1,
    created_at: new Date(begin + 7 * weeks * n * day),
    list: listOf(n),
  }))
  await addDrops(db, id, drops)
}

/** Stores what is known of a track. */
export const setTrackDetails = (
  db: Queryable,
  id: string,
  details: Partial<Insertable<Tables['track_details']>>,
) =>
  db
    .insertInto('track_details')
    .values({ spotify_track_id: id, ...details })
    .onConflict(conflict => conflict.column('spotify_track_id').doUpdateSet(details))
    .execute()

/** Hides a member from everybody else, as an administrator does; null shows them again. */
export async function setHiddenReason(db: Queryable, username: string, reason: string | null) {
  await db
    .updateTable('users')
    .set({ hidden_reason: reason })
    .where('username', '=', username)
    .execute()
}
