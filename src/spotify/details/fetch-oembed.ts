import * as z from 'zod/mini'
import { trackLinkOf } from '../track-link.shared.ts'
import type { TrackDetails } from './track-details.ts'

/** Responses usually take less than a second and have one or two kilobytes. */
const timeLimitMs = 5_000
const sizeLimit = 64 * 1024

/**
 * Requests a track's details from the streaming service's oEmbed address, which needs no key. Returns
 * null for a track that the service does not have. Throws for every other response, and without one.
 */
export async function fetchOembed(
  oembedUrl: string,
  trackId: string,
  { signal, timeoutMs = timeLimitMs }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<TrackDetails | null> {
  const url = new URL(oembedUrl)
  url.searchParams.set('url', trackLinkOf(trackId))
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // A redirect could lead to any host.
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  if (unknownTrackStatuses.has(response.status)) {
    await response.body?.cancel()
    return null
  }
  // Some errors are HTML pages with status 200.
  const isJson = /^application\/json\s*(;|$)/i.test(response.headers.get('content-type') ?? '')
  if (!response.ok || !isJson) {
    await response.body?.cancel()
    throw new Error(
      `The oEmbed response is ${response.status} ${response.headers.get('content-type')}`,
    )
  }
  return parseDetails(JSON.parse(await readLimited(response)))
}

/** We accept any letters and digits as an id, so some ids never were tracks. */
const unknownTrackStatuses = new Set([400, 404, 410])

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > sizeLimit) throw new Error('The oEmbed response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const responseSchema = z.object({
  title: z.string(),
  author_name: z.nullish(z.string()),
  thumbnail_url: z.nullish(z.string()),
})

function parseDetails(response: unknown): TrackDetails {
  const { title, author_name, thumbnail_url } = responseSchema.parse(response)
  const text = toLine(title)
  if (text === null) throw new Error('The oEmbed response has no title')
  return { title: text, artist: toLine(author_name), artwork: artworkOf(thumbnail_url) }
}

/** One line of at most 300 characters. Control characters are replaced; PostgreSQL cannot store U+0000. */
function toLine(text: string | null | undefined): string | null {
  const clean = (text ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  return clean === '' ? null : [...clean].slice(0, 300).join('')
}

/** Only pictures on the service's own hosts, which the content security policy allows. */
function artworkOf(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, hostname, port, username, href } = new URL(address)
  const isOwnHost = /\.(scdn\.co|spotifycdn\.com)$/.test(hostname)
  return protocol === 'https:' && isOwnHost && !port && !username && href.length <= 500
    ? href
    : null
}
