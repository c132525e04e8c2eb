import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMockOutside } from '../../tests/servers/mock-outside.ts'
import { addSpotify, coverOf, readTitles } from '../../tests/servers/mock-spotify.ts'
import { type Client, hour, openTestApp } from '../../tests/test-app.ts'
import type { Track, TrackPreview } from './tracks.schemas.ts'

const hosts = await startMockOutside()
const service = await addSpotify(hosts)
afterAll(() => hosts.close())
const settings = { OUTSIDE_SERVICES: hosts.url }
const app = await openTestApp(settings)
const limited = await openTestApp({ ...settings, RATE_LIMITS: 'on' })
const offline = await openTestApp()
const titles = await readTitles()

/** A track that no other test has. */
function nextTrack() {
  const track = titles.pop()
  if (!track) throw new Error('There are no more titles')
  return track
}

let member: Client
beforeEach(async () => {
  member = await app.member()
})
afterEach(() => service.respondUsually())

const linkOf = (id: string) => `https://open.spotify.com/track/${id}`
const preview = (link: string, as = member) =>
  as.call<TrackPreview & { code?: string; message?: string }>(
    'GET',
    `/api/track-preview?${new URLSearchParams({ link })}`,
  )
const timesRequested = (id: string) => service.requestsFor('page', id)

let shortLinks = 0
function shortLinkTo(location: string) {
  const link = `https://spotify.link/short${++shortLinks}`
  hosts.redirect(link, location)
  return link
}

describe('The preview of a pasted link', () => {
  test('has title, artist and cover, and asks the service once', async () => {
    const { id, title, artist } = nextTrack()
    for (const link of [`${linkOf(id)}?si=a`, `spotify:track:${id}`]) {
      const { status, body } = await preview(link)
      expect(status).toBe(200)
      expect(body).toEqual({
        spotify_track_id: id,
        spotify_track_url: linkOf(id),
        title,
        artist,
        artwork: coverOf(id),
        color: null,
      })
    }
    expect(timesRequested(id)).toBe(1)
  })

  test('saves the look-up of the track when it is added', async () => {
    const { id, title } = nextTrack()
    await preview(linkOf(id))
    const { body } = await member.call<Track>('POST', '/api/tracks', { spotifyUrl: linkOf(id) })
    expect(body).toMatchObject({ title })
    expect(timesRequested(id)).toBe(1)
  })

  test('of a track that the service does not know is refused, and asked for again after an hour', async () => {
    for (const _ of [1, 2]) {
      const { status, body } = await preview(linkOf('unheardof'))
      expect(status).toBe(404)
      expect(body).toMatchObject({
        code: 'unknown_track',
        message: 'Spotify does not know this track. Open the track and copy its link again.',
      })
    }
    expect(timesRequested('unheardof')).toBe(1)
    app.pass(hour)
    expect((await preview(linkOf('unheardof'))).status).toBe(404)
    expect(timesRequested('unheardof')).toBe(2)
  })

  test('has no title while the service fails, and the track can be added', async () => {
    const { id, title } = nextTrack()
    service.respondWith(response => response.writeHead(503).end())
    const { status, body } = await preview(linkOf(id))
    expect(status).toBe(200)
    expect(body).toMatchObject({ spotify_track_id: id, title: null, artwork: null })
    service.respondUsually()
    expect((await preview(linkOf(id))).body).toMatchObject({ title })
  })

  test.each(['https://open.spotify.com/album/x', 'not a url', '', 'x'.repeat(3000)])(
    'of %j is refused in the words for links',
    async link => {
      const { status, body } = await preview(link)
      expect(status).toBe(400)
      expect(body.message).toBe('Please enter a valid Spotify track URL')
    },
  )

  test('is for visitors too, 60 times an hour for each IP, short links included', async () => {
    const { id, title } = nextTrack()
    const visitor = limited.visitor()
    expect((await preview(shortLinkTo(linkOf(id)), visitor)).body).toMatchObject({ title })
    const rest = await Promise.all(
      Array.from({ length: 60 }, () => preview(linkOf(id), limited.visitor())),
    )
    expect(rest.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await preview(linkOf(id), await limited.member())).status).toBe(200)
  })
})

describe('A short link', () => {
  test('is opened by the server, in the preview and when it is added', async () => {
    const { id, title } = nextTrack()
    const link = shortLinkTo(`${linkOf(id)}?si=a`)
    expect((await preview(link)).body).toMatchObject({ spotify_track_id: id, title })
    const { status, body } = await member.call<Track>('POST', '/api/tracks', { spotifyUrl: link })
    expect(status).toBe(201)
    expect(body).toMatchObject({ spotify_track_id: id, spotify_track_url: linkOf(id) })
  })

  test('that leads elsewhere says where', async () => {
    const { status, body } = await preview(shortLinkTo('https://open.spotify.com/playlist/37i9'))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'short_link_not_track',
      message:
        'This short link leads to something other than a track (playlist). Open a track and copy its link.',
    })
  })

  test('that leads nowhere, or whose host fails, has a code of its own', async () => {
    expect((await preview('https://spotify.link/nothing')).body.code).toBe('short_link_broken')
    expect((await preview(shortLinkTo('https://evil.test/'))).body.code).toBe('short_link_broken')
    hosts.respond('https://spotify.link/down', response => response.writeHead(502).end())
    const { status, body } = await preview('https://spotify.link/down')
    expect([status, body.code]).toEqual([400, 'short_link_unavailable'])
  })

  test('is not opened where look-ups are switched off', async () => {
    const { body } = await preview('https://spotify.link/any', await offline.member())
    expect(body.code).toBe('short_link_unavailable')
  })

  test('is opened 60 times an hour for each member', async () => {
    const eager = await limited.member()
    const link = shortLinkTo(linkOf(nextTrack().id))
    for (let opened = 0; opened < 60; opened++)
      expect((await preview(link, eager)).status).toBe(200)
    expect((await preview(link, eager)).status).toBe(429)
    expect((await preview(link, await limited.member())).status).toBe(200)
  })
})
