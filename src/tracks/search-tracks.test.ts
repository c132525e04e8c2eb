import { afterAll, afterEach, expect, test } from 'vitest'
import { startMockOutside } from '../../tests/servers/mock-outside.ts'
import { addSpotify, coverOf, readTitles, spotifyKeys } from '../../tests/servers/mock-spotify.ts'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'

const hosts = await startMockOutside()
const service = await addSpotify(hosts)
afterAll(() => hosts.close())
const app = await openTestApp({ OUTSIDE_SERVICES: hosts.url, ...spotifyKeys })
const withoutKeys = await openTestApp({ OUTSIDE_SERVICES: hosts.url })
const titles = await readTitles()
afterEach(() => service.respondUsually())

async function search(q: string, on: TestApp = app) {
  const member = await on.member()
  return member.call('GET', `/api/track-search?${new URLSearchParams({ q })}`)
}

test('Words find six tracks at most, with title, artist and cover', async () => {
  const [track] = titles
  if (!track) throw new Error('There are no titles')
  const { status, body } = await search(` ${track.title} `)
  expect(status).toBe(200)
  expect(body).toContainEqual({
    spotify_track_id: track.id,
    title: track.title,
    artist: track.artist,
    artwork: coverOf(track.id),
  })
  expect((await search('a')).body).toHaveLength(6)
  expect((await search('no such song at all')).body).toEqual([])
})

test('Without keys and while the service is away the search is refused with the same code', async () => {
  const unavailable = { status: 404, body: { code: 'search_unavailable' } }
  expect(await search('a', withoutKeys)).toMatchObject(unavailable)
  service.respondWith(response => response.writeHead(503).end(), ['search'])
  expect(await search('a')).toMatchObject(unavailable)
})

test('Nothing to search for and too much of it are refused', async () => {
  for (const q of ['', '  ', 'a'.repeat(101)]) expect((await search(q)).status).toBe(400)
})
