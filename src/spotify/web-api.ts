import * as z from 'zod/mini'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { boundedArray } from '../platform/http/common.schemas.ts'
import { fetchPublic, type PublicResponse } from '../platform/http/fetch-public.ts'
import { readDetails, readResponse, type TrackDetails } from './details/track-details.ts'

const maxBytes = 512 * 1024
/** Seconds before its end at which a token is replaced. */
const tokenMargin = 60
/** Seconds to wait after a 429 that does not say. */
const defaultWait = 60
/** The most that is waited, whatever a 429 says: what is asked for then is asked once, and refused again. */
const maxWait = 5 * 60

const text = z.string().check(z.maxLength(10_000))

const tokenSchema = z.object({ access_token: text, expires_in: z.number() })

// https://developer.spotify.com/documentation/web-api/reference/get-track
const trackSchema = z.object({
  id: text,
  name: text,
  artists: boundedArray(z.object({ name: text }), 200),
  duration_ms: z.nullish(z.number()),
  album: z.object({
    name: z.nullish(text),
    release_date: z.nullish(text),
    images: boundedArray(z.object({ url: text, width: z.nullish(z.number()) }), 20),
  }),
})

// https://developer.spotify.com/documentation/web-api/reference/search
const searchSchema = z.object({
  tracks: z.object({ items: boundedArray(trackSchema, 50) }),
})

export type FoundTrack = Pick<TrackDetails, 'title' | 'artist' | 'artwork'> & {
  spotify_track_id: string
}

/** Returns null without the operator's keys. Calls throw when the service cannot be reached, and while it has asked to wait (429). */
export function createWebApi({ config, clock }: { config: Config; clock: Clock }) {
  const { spotifyKeys: keys, outsideServices } = config
  if (!keys) return null
  let token: { value: string; expires: number } | null = null
  let waitUntil = 0
  const now = () => clock.now().getTime() / 1000

  return {
    async getTrack(trackId: string, signal: AbortSignal): Promise<TrackDetails | null> {
      const response = await get(`tracks/${trackId}`, {}, signal)
      return readResponse(response, () => present(trackSchema.parse(readJson(response))))
    },
    async search(words: string, limit: number, signal: AbortSignal): Promise<FoundTrack[]> {
      const query = { q: words, type: 'track', limit: String(limit) }
      const { tracks } = searchSchema.parse(readJson(await get('search', query, signal)))
      return tracks.items.map(track => {
        const { title, artist, artwork } = present(track)
        return { spotify_track_id: track.id, title, artist, artwork }
      })
    },
  }

  async function get(path: string, query: Record<string, string>, signal: AbortSignal) {
    const url = new URL(`https://api.spotify.com/v1/${path}`)
    url.search = String(new URLSearchParams(query))
    const request = async () =>
      obeyWait(
        await fetchPublic(outsideServices, url, {
          headers: { authorization: `Bearer ${await getToken(signal)}` },
          signal,
          maxBytes,
        }),
      )
    const response = await request()
    if (response.status !== 401) return response
    // The token was revoked before its time.
    token = null
    return request()
  }

  async function getToken(signal: AbortSignal): Promise<string> {
    if (now() < waitUntil) throw new Error('The Web API has asked to wait')
    if (token && now() < token.expires) return token.value
    const credentials = Buffer.from(`${keys?.id}:${keys?.secret}`).toString('base64')
    const response = obeyWait(
      await fetchPublic(outsideServices, new URL('https://accounts.spotify.com/api/token'), {
        method: 'POST',
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
        signal,
        maxBytes,
      }),
    )
    const { access_token, expires_in } = tokenSchema.parse(readJson(response))
    token = { value: access_token, expires: now() + expires_in - tokenMargin }
    return access_token
  }

  function obeyWait(response: PublicResponse): PublicResponse {
    if (response.status !== 429) return response
    const seconds = Number(response.headers['retry-after'] ?? defaultWait)
    waitUntil = now() + Math.min(Number.isFinite(seconds) ? seconds : defaultWait, maxWait)
    throw new Error('The Web API has asked to wait')
  }
}

function readJson({ status, body, isComplete }: PublicResponse): unknown {
  if (status !== 200) throw new Error(`The Web API responded with ${status}`)
  if (!isComplete) throw new Error('The response of the Web API is too large')
  return JSON.parse(body.toString())
}

const coverWidth = 300

function present({ name, artists, album, duration_ms }: z.infer<typeof trackSchema>): TrackDetails {
  const bySize = album.images.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0))
  const cover = bySize.find(({ width }) => (width ?? 0) >= coverWidth) ?? bySize.at(-1)
  return readDetails({
    title: name,
    artist: artists.map(artist => artist.name).join(', '),
    artwork: cover?.url,
    album: album.name,
    released: album.release_date,
    duration: (duration_ms ?? 0) / 1000,
  })
}
