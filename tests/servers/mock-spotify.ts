import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type MockOutside, type Responder, sendJson, sendPage } from './mock-outside.ts'

export type MockSpotify = Awaited<ReturnType<typeof addSpotify>>
type MockTrack = { id: string; title: string; artist: string }

/** Titles of real tracks, from the project's shared data. */
export async function readTitles(): Promise<MockTrack[]> {
  return JSON.parse(await readFile(new URL('../samples/titles.json', import.meta.url), 'utf8'))
}

export const spotifyKeys = {
  SPOTIFY_CLIENT_ID: '0123456789abcdef0123456789abcdef',
  SPOTIFY_CLIENT_SECRET: 'fedcba9876543210fedcba9876543210',
}

const addresses = {
  page: 'https://open.spotify.com/track/',
  oembed: 'https://open.spotify.com/oembed',
  token: 'https://accounts.spotify.com/api/token',
  track: 'https://api.spotify.com/v1/tracks/',
  search: 'https://api.spotify.com/v1/search',
}
type Source = keyof typeof addresses

/** Lets the server answer as the streaming service, which knows some real tracks. */
export async function addSpotify(outside: MockOutside) {
  const titles = new Map((await readTitles()).map(track => [track.id, track]))
  const usual: Record<Source, Responder> = {
    page: (response, request) => {
      const track = titles.get(lastSegment(request))
      if (track) sendPage(response, pageOf(track))
      else sendPage(response, '<h1>Page not found</h1>', 404)
    },
    oembed: (response, request) => {
      const track = titles.get(queryOf(request).get('url')?.split('/').at(-1) ?? '')
      if (track) sendJson(response, oembedOf(track))
      else sendPage(response, '<h1>Page not found</h1>', 404)
    },
    token: (response, { headers }) => {
      const { SPOTIFY_CLIENT_ID: id, SPOTIFY_CLIENT_SECRET: secret } = spotifyKeys
      if (headers.authorization === `Basic ${btoa(`${id}:${secret}`)}`)
        sendJson(response, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 })
      else sendJson(response, { error: 'invalid_client' }, 400)
    },
    track: withToken((response, request) => {
      const track = titles.get(lastSegment(request))
      if (track) sendJson(response, apiTrackOf(track))
      else sendJson(response, { error: { status: 404, message: 'Resource not found' } }, 404)
    }),
    search: withToken((response, request) => {
      const words = queryOf(request).get('q')?.toLowerCase() ?? ''
      const limit = Number(queryOf(request).get('limit'))
      const items = [...titles.values()]
        .filter(({ title, artist }) => `${title} ${artist}`.toLowerCase().includes(words))
        .slice(0, limit)
        .map(apiTrackOf)
      sendJson(response, { tracks: { items, limit, offset: 0, total: items.length } })
    }),
  }
  const sources = Object.keys(usual) as Source[]
  const respondUsually = () => {
    for (const source of sources) outside.respond(addresses[source], usual[source])
  }
  respondUsually()
  return {
    url: outside.url,
    /** How often a source was asked for a track. */
    requestsFor: (source: Source, id: string) =>
      outside.requests.filter(
        ({ url = '' }) =>
          `https:/${url}`.startsWith(addresses[source]) && decodeURIComponent(url).endsWith(id),
      ).length,
    /** Replaces the responses of some sources, or of all. */
    respondWith(responder: Responder, replaced: readonly Source[] = sources) {
      for (const source of replaced) outside.respond(addresses[source], responder)
    },
    respondUsually,
    /** Makes the track unknown. */
    remove: (id: string) => titles.delete(id),
  }
}

const withToken =
  (respond: Responder): Responder =>
  (response: ServerResponse, request: IncomingMessage) =>
    request.headers.authorization === 'Bearer token'
      ? respond(response, request)
      : sendJson(response, { error: { status: 401, message: 'Invalid access token' } }, 401)

const lastSegment = ({ url = '' }: IncomingMessage) => url.split(/[/?]/).at(-1) ?? ''
const queryOf = ({ url = '' }: IncomingMessage) => new URL(url, 'http://outside.test').searchParams

export const coverOf = (id: string, width = 300) =>
  `https://i.scdn.co/image/ab67616d0000${width === 640 ? 'b273' : width === 300 ? '1e02' : '4851'}${id}`

/** https://developer.spotify.com/documentation/embeds/reference/oembed */
const oembedOf = ({ id, title }: MockTrack) => ({
  html: `<iframe src="https://open.spotify.com/embed/track/${id}"></iframe>`,
  iframe_url: `https://open.spotify.com/embed/track/${id}`,
  width: 456,
  height: 152,
  version: '1.0',
  provider_name: 'Spotify',
  provider_url: 'https://spotify.com',
  type: 'rich',
  title,
  thumbnail_url: `https://image-cdn-ak.spotifycdn.com/image/ab67616d00001e02${id}`,
  thumbnail_width: 300,
  thumbnail_height: 300,
})

/** https://developer.spotify.com/documentation/web-api/reference/get-track */
const apiTrackOf = ({ id, title, artist }: MockTrack) => ({
  album: {
    album_type: 'album',
    name: 'The album',
    release_date: '2013-05-17',
    release_date_precision: 'day',
    images: [640, 300, 64].map(width => ({ url: coverOf(id, width), width, height: width })),
  },
  artists: artist.split(', ').map(name => ({ name, type: 'artist' })),
  duration_ms: 248_413,
  explicit: false,
  id,
  name: title,
  type: 'track',
  uri: `spotify:track:${id}`,
})

/** The meta elements that the page of a track has for link previews. */
const pageOf = ({ id, title, artist }: MockTrack) => `<!DOCTYPE html><html lang="en"><head>
<meta charset="UTF-8"><title>${escapeHtml(title)} - song and lyrics by ${escapeHtml(artist)} | Spotify</title>
<meta property="og:site_name" content="Spotify">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(artist)} · The album · Song · 2013">
<meta property="og:url" content="https://open.spotify.com/track/${id}">
<meta property="og:type" content="music.song">
<meta property="og:image" content="${coverOf(id, 640)}">
<meta name="music:duration" content="248">
<meta name="music:album" content="https://open.spotify.com/album/4m2880jivSbbyEGAKfITCa">
<meta name="music:musician_description" content="${escapeHtml(artist)}">
<meta name="music:release_date" content="2013-05-17">
</head><body><div id="main"></div></body></html>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
