import { afterAll, afterEach, expect, test } from 'vitest'
import { setTrackDetails } from '../../tests/member-lists.ts'
import { startMockOutside } from '../../tests/servers/mock-outside.ts'
import { addSpotify, coverOf, readTitles, spotifyKeys } from '../../tests/servers/mock-spotify.ts'
import { type Client, minute, openTestApp, type TestApp } from '../../tests/test-app.ts'

const hosts = await startMockOutside()
const service = await addSpotify(hosts)
afterAll(() => hosts.close())
const app = await openTestApp({ OUTSIDE_SERVICES: hosts.url, ...spotifyKeys })
const limited = await openTestApp({
  OUTSIDE_SERVICES: hosts.url,
  RATE_LIMITS: 'on',
  ...spotifyKeys,
})
const withoutKeys = await openTestApp({ OUTSIDE_SERVICES: hosts.url })
const titles = await readTitles()
afterEach(() => service.respondUsually())

async function search(q: string, on: TestApp = app) {
  const member = await on.member()
  return searchAs(member, q)
}

const searchAs = (client: Client, q: string) =>
  client.call('GET', `/api/track-search?${new URLSearchParams({ q })}`)

const timesAsked = (q: string) =>
  hosts.requests.filter(({ url = '' }) => url.includes('/v1/search') && url.includes(`q=${q}&`))
    .length

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
    color: null,
  })
  expect((await search('a')).body).toHaveLength(6)
  expect((await search('no such song at all')).body).toEqual([])
})

test('Without keys and while the service is away the search is refused with the same code, and that is not kept', async () => {
  const unavailable = { status: 404, body: { code: 'search_unavailable' } }
  expect(await search('a', withoutKeys)).toMatchObject(unavailable)
  service.respondWith(response => response.writeHead(503).end(), ['search'])
  expect(await search('away')).toMatchObject(unavailable)
  service.respondUsually()
  expect((await search('away')).status).toBe(200)
})

test('However long the service asks to wait, it is asked again after five minutes', async () => {
  service.respondWith(
    response => response.writeHead(429, { 'retry-after': '86400' }).end(),
    ['search'],
  )
  expect((await search('busy')).status).toBe(404)
  service.respondUsually()
  expect((await search('busy')).status).toBe(404)
  app.pass(5 * minute + 1)
  expect((await search('busy')).status).toBe(200)
})

test('Nothing to search for and too much of it are refused', async () => {
  for (const q of ['', '  ', 'a'.repeat(101)]) expect((await search(q)).status).toBe(400)
})

test('The service is asked once in five minutes for the same words, whoever types them', async () => {
  const answer = await search('Remembered')
  expect(await searchAs(app.visitor(), '  remembered ')).toMatchObject({ body: answer.body })
  expect(timesAsked('Remembered') + timesAsked('remembered')).toBe(1)
  app.pass(5 * minute + 1)
  expect((await search('remembered')).status).toBe(200)
  expect(timesAsked('remembered')).toBe(1)
})

test('A visitor searches 20 times a minute and 180 times an hour, also for words that are remembered', async () => {
  const visitor = limited.visitor()
  for (let times = 0; times < 20; times++) expect((await searchAs(visitor, 'a')).status).toBe(200)
  expect((await searchAs(visitor, 'a')).status).toBe(429)
  for (let times = 20; times < 180; times++) {
    if (times % 20 === 0) limited.pass(minute + 1)
    expect((await searchAs(visitor, 'a')).status).toBe(200)
  }
  limited.pass(minute + 1)
  expect((await searchAs(visitor, 'a')).status).toBe(429)
  expect((await search('a', limited)).status).toBe(200)
})

test('A track that was found has the color of its stored cover, which anyone may read', async () => {
  const [, track] = titles
  if (!track) throw new Error('There are too few titles')
  const path = `/tracks/${track.id}/cover.jpg`
  const get = () => app.hono.request(`http://radr.test${path}`)
  expect((await get()).status).toBe(404)
  const cover = Buffer.from('a picture')
  await setTrackDetails(app.context.db, track.id, { cover, color: '1e3a6e' })
  expect((await search(track.title)).body).toContainEqual(
    expect.objectContaining({ spotify_track_id: track.id, color: '1e3a6e' }),
  )
  const response = await get()
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(response.headers.get('cache-control')).toMatch(/^public/)
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(Buffer.from(await response.arrayBuffer())).toEqual(cover)
})
