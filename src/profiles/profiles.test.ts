import { expect, test } from 'vitest'
import { openTestApp } from '../../tests/test-app.ts'
import { addDrops } from '../drops/add-drops.ts'
import type { Profile } from './profiles.schemas.ts'

const app = await openTestApp()

const profileOf = (username: string) =>
  app.visitor().call<Profile>('GET', `/api/profile/${encodeURIComponent(username)}`)

test('A new member’s profile is empty and shows nothing private', async () => {
  await app.member('Newcomer')
  const { status, body } = await profileOf('nEWCOMER')
  expect(status).toBe(200)
  expect(body).toEqual({
    username: 'Newcomer',
    avatar: null,
    spotify_user_id: null,
    totalDrops: 0,
    latestDrop: null,
    latestTrackUpdateTime: null,
    tracks: [],
    card: expect.stringMatching(/^\/cards\/members\/Newcomer\/[\w-]+\.jpg$/),
  })
})

test('A profile shows the saved list in order and when it last changed', async () => {
  const member = await app.member('Curator')
  for (const id of ['one', 'two']) {
    await member.call('POST', '/api/tracks', { spotifyUrl: `spotify:track:${id}` })
  }
  const { body } = await profileOf('curator')
  expect(body.tracks.map(track => [track.rank, track.spotify_track_id])).toEqual([
    [1, 'one'],
    [2, 'two'],
  ])
  expect(body.tracks).toEqual((await member.call('GET', '/api/tracks')).body)
  expect(body.latestTrackUpdateTime).toBe(body.tracks[1]?.created_at)
})

test('A profile shows the latest drop and the number of drops', async () => {
  const { id } = await app.member('Dropper')
  await addDrops(app.context.db, id, [
    { number: 1, note: 'old', created_at: new Date('2026-01-01T00:00:00Z'), list: [] },
    { number: 2, created_at: new Date('2026-01-09T00:00:00Z'), list: [] },
  ])
  const { body } = await profileOf('dropper')
  expect(body.totalDrops).toBe(2)
  expect(body.latestDrop).toEqual({
    note: null,
    created_at: '2026-01-09T00:00:00.000Z',
    drop_number: 2,
  })
})

test('A username that nobody has, with any characters, has no profile', async () => {
  const names = [
    'nobody-here',
    'ab',
    '%',
    '_',
    "'; drop table users",
    'x'.repeat(5000),
    '\u{1F4BF}',
    'İ',
  ]
  for (const name of names) {
    const { status, body } = await profileOf(name)
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'This member was not found.', code: 'not_found' })
  }
})
