import * as z from 'zod/mini'
import { fetchPublic, hasType, type OutsideServices } from '../../platform/http/fetch-public.ts'
import { trackLinkOf } from '../page-links.shared.ts'
import { readDetails, readResponse, type TrackDetails } from './track-details.ts'

/** Responses have one or two kilobytes. */
const maxBytes = 64 * 1024

// https://developer.spotify.com/documentation/embeds/reference/oembed: there is no artist.
const responseSchema = z.object({
  title: z.string().check(z.maxLength(10_000)),
  thumbnail_url: z.nullish(z.string().check(z.maxLength(2_000))),
})

/** Needs no key. Null for a track that the service does not have; throws for every other response, and without one. */
export async function fetchOembed(
  services: OutsideServices,
  trackId: string,
  signal: AbortSignal,
): Promise<TrackDetails | null> {
  const url = new URL('https://open.spotify.com/oembed')
  url.searchParams.set('url', trackLinkOf(trackId))
  const headers = { accept: 'application/json' }
  const response = await fetchPublic(services, url, { headers, signal, maxBytes })
  return readResponse(response, () => {
    const { status, headers: received, isComplete, body } = response
    // Some errors are HTML pages with status 200.
    if (status !== 200 || !hasType(response, 'application/json'))
      throw new Error(`The oEmbed response is ${status} ${received['content-type']}`)
    if (!isComplete) throw new Error('The oEmbed response is too large')
    const { title, thumbnail_url } = responseSchema.parse(JSON.parse(body.toString()))
    return readDetails({ title, artwork: thumbnail_url })
  })
}
