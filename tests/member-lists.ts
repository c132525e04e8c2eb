import { expect } from 'vitest'
import type { Queryable } from '../src/platform/database.ts'
import { trackLinkOf } from '../src/spotify/page-links.shared.ts'
import type { Client } from './test-app.ts'

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

/** Hides a member from everybody else, as an administrator does; null shows them again. */
export async function setHiddenReason(db: Queryable, username: string, reason: string | null) {
  await db
    .updateTable('users')
    .set({ hidden_reason: reason })
    .where('username', '=', username)
    .execute()
}
