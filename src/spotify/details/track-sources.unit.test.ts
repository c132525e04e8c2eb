import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type MockOutside,
  type Responder,
  sendJson,
  sendPage,
  startMockOutside,
} from '../../../tests/servers/mock-outside.ts'
import {
  addSpotify,
  coverOf,
  type MockSpotify,
  readTitles,
  spotifyKeys,
} from '../../../tests/servers/mock-spotify.ts'
import { readConfig } from '../../platform/config/config.ts'
import { createTrackSources } from './track-sources.ts'

let outside: MockOutside
let spotify: MockSpotify
let now = Date.now()
const clock = { now: () => new Date(now) }
beforeAll(async () => {
  outside = await startMockOutside()
  spotify = await addSpotify(outside)
})
afterEach(() => spotify.respondUsually())
afterAll(() => outside.close())

const open = (keys: object = {}) =>
  createTrackSources({ config: readConfig({ OUTSIDE_SERVICES: outside.url, ...keys }), clock })
const never = new AbortController().signal
const fetchFrom = (sources: ReturnType<typeof open>, id = known) => sources.fetch(id, never)

const known = '5pjPli1o6JBDVxtdvWi4j8'
const title = 'クラムボンの瞑想- Meditation of Clammbon'
const artist = '磯田健一郎'
const release = { album: 'The album', released: '2013-05-17', duration: 248 }
const unknownRelease = { album: null, released: null, duration: null }
const asked = (source: Parameters<typeof spotify.requestsFor>[0]) =>
  spotify.requestsFor(source, known)

const unusable: Responder[] = [
  response => sendPage(response, '<meta property="og:type" content="website">'),
  response => sendPage(response, '<h1>Error</h1>', 403),
  response => sendJson(response, { title: 7 }),
  response => response.writeHead(302, { location: '/elsewhere' }).end(),
  response => response.writeHead(204).end(),
]

describe('Details of a track', () => {
  test('come from the meta elements of its page without keys', async () => {
    const artwork = coverOf(known)
    expect(await fetchFrom(open())).toEqual({ title, artist, artwork, ...release })
    expect(asked('oembed')).toBe(0)
  })

  test('come from the Web API with keys, with the cover in the size that is shown', async () => {
    const before = asked('page')
    const artwork = coverOf(known)
    expect(await fetchFrom(open(spotifyKeys))).toEqual({ title, artist, artwork, ...release })
    expect(asked('page')).toBe(before)
  })

  test('come from oEmbed, without an artist, where the page has no meta elements', async () => {
    for (const html of [
      '<html><head><title>Before you continue</title></head><body>Consent</body></html>',
      '<meta property="og:type" content="website"><meta property="og:title" content="Spotify">',
      '',
    ]) {
      spotify.respondWith(response => sendPage(response, html), ['page'])
      const artwork = `https://image-cdn-ak.spotifycdn.com/image/ab67616d00001e02${known}`
      const byOembed = { title, artist: null, artwork, ...unknownRelease }
      expect(await fetchFrom(open())).toEqual(byOembed)
    }
  })

  test('are read from every real title, whatever its script, by each source', async () => {
    const tracks = await readTitles()
    const withKeys = open(spotifyKeys)
    const withoutKeys = open()
    for (const track of tracks) {
      const expected = { title: track.title.trim(), artist: track.artist.trim() }
      expect(await fetchFrom(withKeys, track.id)).toMatchObject(expected)
      expect(await fetchFrom(withoutKeys, track.id)).toMatchObject(expected)
    }
    spotify.respondWith(response => response.writeHead(503).end(), ['page'])
    const byOembed = open()
    for (const track of tracks)
      expect((await fetchFrom(byOembed, track.id))?.title).toBe(track.title.trim())
  })

  test('name the artist of the description where the page has no other, and no date or length that is none', async () => {
    const html = `<head><meta property="og:type" content="music.song"><meta property="og:title" content="A">
      <meta name="music:release_date" content="0000"><meta name="music:duration" content="long">
      <meta property="og:description" content="B &amp; C · Album · Song · 2013"></head>`
    spotify.respondWith(response => sendPage(response, html), ['page'])
    expect(await fetchFrom(open())).toEqual({
      title: 'A',
      artist: 'B & C',
      artwork: null,
      ...unknownRelease,
      album: 'Album',
    })
  })

  test('are one line that the database can store, with covers of the service’s own hosts alone', async () => {
    spotify.respondWith(response => response.writeHead(503).end(), ['page'])
    const coverFor = async (thumbnail_url: string) => {
      spotify.respondWith(
        response => sendJson(response, { title: '\u0000A\n\t\u202eB', thumbnail_url }),
        ['oembed'],
      )
      const details = await fetchFrom(open())
      expect(details?.title).toBe('A B')
      return details?.artwork
    }
    expect(await coverFor('https://i.scdn.co/image/a')).toBe('https://i.scdn.co/image/a')
    for (const address of [
      'http://i.scdn.co/image/a',
      'https://i.scdn.co.evil.test/a',
      'https://evilscdn.co/a',
      'https://i.scdn.co:8443/a',
      'https://me@i.scdn.co/a',
      'javascript:alert(1)//.scdn.co',
      'no address',
      `https://i.scdn.co/${'a'.repeat(600)}`,
    ])
      expect(await coverFor(address)).toBeNull()
  })
})

describe('A track that the service does not have', () => {
  test('is distinguished from a service that fails', async () => {
    for (const keys of [{}, spotifyKeys]) {
      expect(await fetchFrom(open(keys), 'nothing')).toBeNull()
      for (const status of [429, 500, 503]) {
        spotify.respondWith(response => response.writeHead(status).end())
        await expect(fetchFrom(open(keys))).rejects.toThrow()
      }
      spotify.respondUsually()
    }
  })

  test('is not what a response of another kind means', async () => {
    for (const body of [null, [], 'Mykonos', {}, { title: 7 }, { title: ' \u0000 ' }]) {
      spotify.respondWith(response => sendJson(response, body))
      await expect(fetchFrom(open()), JSON.stringify(body)).rejects.toThrow()
    }
    spotify.respondWith(response => response.writeHead(302, { location: '/elsewhere' }).end())
    await expect(fetchFrom(open())).rejects.toThrow('302')
  })
})

describe('A source of details', () => {
  test('is left alone for ten minutes after three failures in a row', async () => {
    const sources = open()
    spotify.respondWith(response => response.writeHead(503).end(), ['page'])
    const before = asked('page')
    for (let tries = 0; tries < 5; tries++) expect((await fetchFrom(sources))?.title).toBe(title)
    expect(asked('page') - before).toBe(3)
    now += 10 * 60_000
    spotify.respondUsually()
    expect(await fetchFrom(sources)).toMatchObject({ artist })
  })

  test('is asked on after ids that never were tracks, which anybody can send', async () => {
    const sources = open()
    spotify.respondWith(response => response.writeHead(400).end())
    for (let tries = 0; tries < 4; tries++) expect(await fetchFrom(sources, 'x')).toBeNull()
    spotify.respondUsually()
    expect(await fetchFrom(sources)).toMatchObject({ artist })
  })

  test('is asked on after responses that cannot be used, which made-up ids can have', async () => {
    for (const keys of [{}, spotifyKeys]) {
      const sources = open(keys)
      for (const respond of unusable) {
        spotify.respondWith(respond, ['page', 'oembed', 'track'])
        for (let tries = 0; tries < 4; tries++)
          await expect(fetchFrom(sources, `madeup${tries}`)).rejects.toThrow()
        spotify.respondUsually()
        expect(await fetchFrom(sources)).toMatchObject({ artist })
      }
    }
  })

  test('that sends without end is cut off', async () => {
    spotify.respondWith((response, request) => {
      const type = request.url?.includes('oembed') ? 'application/json' : 'text/html'
      response.writeHead(200, { 'content-type': type })
      const pour = () => {
        while (response.write(' '.repeat(16_384)));
      }
      response.on('drain', pour)
      pour()
    })
    await expect(fetchFrom(open())).rejects.toThrow('too large')
  })

  test('ends with the signal of its caller', async () => {
    spotify.respondWith(() => {})
    await expect(open().fetch(known, AbortSignal.timeout(50))).rejects.toThrow('aborted')
  })
})

describe('The Web API', () => {
  test('is asked with one token until that expires, and with a new one when it is revoked', async () => {
    const sources = open(spotifyKeys)
    const tokens = () => outside.requests.filter(({ url }) => url?.endsWith('/api/token')).length
    const before = tokens()
    await fetchFrom(sources)
    await fetchFrom(sources)
    expect(tokens() - before).toBe(1)
    now += 60 * 60_000
    await fetchFrom(sources)
    expect(tokens() - before).toBe(2)
    spotify.respondWith(
      response => {
        spotify.respondUsually()
        sendJson(response, { error: { status: 401, message: 'The access token expired' } }, 401)
      },
      ['track'],
    )
    expect(await fetchFrom(sources)).toMatchObject({ artist })
    expect(tokens() - before).toBe(3)
  })

  test('is not asked while it has asked to wait', async () => {
    const sources = open(spotifyKeys)
    spotify.respondWith(
      response => response.writeHead(429, { 'retry-after': '30' }).end(),
      ['track'],
    )
    const before = asked('track')
    const pages = asked('page')
    await fetchFrom(sources)
    spotify.respondUsually()
    await fetchFrom(sources)
    expect([asked('track') - before, asked('page') - pages]).toEqual([1, 2])
    now += 31_000
    await fetchFrom(sources)
    expect([asked('track') - before, asked('page') - pages]).toEqual([2, 2])
  })
})
