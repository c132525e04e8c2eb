import { expect, test } from 'vitest'
import { addWeeklyDrops } from '../../tests/member-lists.ts'
import { openTestApp } from '../../tests/test-app.ts'
import type { RankHistory } from './drops.schemas.ts'

const app = await openTestApp()

const trackId = (n: number) => `7ouMYWpwJ422jRcDASZB${String(n).padStart(2, '0')}`

/** Publishes lists of track numbers, one a week. */
async function memberWithDrops(lists: number[][]) {
  const member = await app.member()
  const listOf = (n: number) => (lists[n] ?? []).map(trackId)
  const begin = Date.parse('2026-01-01T12:00:00Z')
  await addWeeklyDrops(app, member, lists.length, listOf, { begin })
  return member
}

const read = (username: string, query = '') =>
  app.visitor().call<RankHistory>('GET', `/api/users/${username}/rank-history${query}`)

test('The rank history has each track of the drops with its ranks, and its rank on the newest drop', async () => {
  const { username } = await memberWithDrops([
    [1, 2],
    [3, 1],
    [2, 3],
  ])
  const { status, body } = await read(username.toUpperCase())
  expect(status).toBe(200)
  expect(body.drops.map(drop => drop.drop_number)).toEqual([1, 2, 3])
  expect(body.drops[0]?.created_at).toBe('2026-01-01T12:00:00.000Z')
  const none = { title: null, artist: null, artwork: null }
  expect(body.tracks).toEqual([
    { ...none, spotify_track_id: trackId(1), newest_rank: null, ranks: [1, 2, null] },
    { ...none, spotify_track_id: trackId(2), newest_rank: 1, ranks: [2, null, 1] },
    { ...none, spotify_track_id: trackId(3), newest_rank: 2, ranks: [null, 1, 2] },
  ])
  expect(body.older).toBeNull()
})

test('The rank history has the newest 26 drops, and older ones on demand', async () => {
  const { username } = await memberWithDrops(Array.from({ length: 30 }, (_, n) => [n % 9, 10]))
  const { body: newest } = await read(username)
  expect(newest.drops.map(drop => drop.drop_number)).toEqual(
    Array.from({ length: 26 }, (_, n) => n + 5),
  )
  expect(newest.older).toBe(5)
  const { body: older } = await read(username, `?before=${newest.older}`)
  expect(older.drops.map(drop => drop.drop_number)).toEqual([1, 2, 3, 4])
  expect(older.older).toBeNull()
  expect(older.tracks.find(track => track.spotify_track_id === trackId(10))).toMatchObject({
    newest_rank: 2,
    ranks: [2, 2, 2, 2],
  })
  expect((await read(username, '?before=1')).body).toEqual({ drops: [], tracks: [], older: null })
})

test('A member without drops has an empty history, and an unknown member or drop number is rejected', async () => {
  const { username } = await app.member()
  expect((await read(username)).body).toEqual({ drops: [], tracks: [], older: null })
  expect((await read('nobody-here')).status).toBe(404)
  expect((await read(username, '?before=x')).status).toBe(400)
  expect((await read(username, '?before=-1')).status).toBe(400)
})
