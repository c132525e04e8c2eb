import * as z from 'zod/mini'
import { fetchPublic, hasType, type OutsideServices } from '../../platform/fetch-public.ts'
import { trackLinkOf } from '../track-link.shared.ts'
import { readDetails, type TrackDetails } from './track-details.ts'

/** Responses have one or two kilobytes. */
const maxBytes = 64 * 1024

/** We accept any letters and digits as an id, so some ids never were tracks. */
const unknownTrack = new Set([400, 404, 410])

// https://developer.spotify.com/documentation/embeds/reference/oembed: there is no artist.
const responseSchema = z.object({
  title: z.string().check(z.maxLength(10_000)),
  thumbnail_url: z.nullish(z.string().check(z.maxLength(2_000))),
})

/**
 * A track's title and cover from the service's oEmbed address, which needs no key. Null for a track that the
 * service does not have. Throws for every other response, and without one.
 */
export async function fetchOembed(
  services: OutsideServices,
  trackId: string,
  signal: AbortSignal,
): Promise<TrackDetails | null> {
  const url = new URL('https://open.spotify.com/oembed')
  url.searchParams.set('url', trackLinkOf(trackId))
  const headers = { accept: 'application/json' }
  const response = await fetchPublic(services, url, { headers, signal, maxBytes })
  if (unknownTrack.has(response.status)) return null
  // Some errors are HTML pages with status 200.
  if (response.status !== 200 || !hasType(response, 'application/json'))
    throw new Error(`The oEmbed response is ${response.status} ${response.headers['content-type']}`)
  if (!response.isComplete) throw new Error('The oEmbed response is too large')
  const { title, thumbnail_url } = responseSchema.parse(JSON.parse(response.body.toString()))
  return readDetails({ title, artist: null, artwork: thumbnail_url })
}
