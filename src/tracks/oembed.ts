import * as z from 'zod/mini'
import { trackLinkOf } from './track-link.contract.ts'
import type { TrackDetails } from './tracks.queries.ts'

/** The service answers in well under a second and a kilobyte or two. */
const timeLimitMs = 5_000
const sizeLimit = 64 * 1024

/**
 * What the streaming service says of a track at its keyless oEmbed address, or null when it does not
 * know the track. Throws when it cannot be asked or answers anything else than that.
 */
export async function askOembed(
  oembedUrl: string,
  trackId: string,
  { signal, timeoutMs = timeLimitMs }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<TrackDetails | null> {
  const url = new URL(oembedUrl)
  url.searchParams.set('url', trackLinkOf(trackId))
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // One host is asked and no other, whatever it answers.
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  if (notKnown.has(response.status)) {
    await response.body?.cancel()
    return null
  }
  // Some of its errors are pages of HTML with status 200.
  const isJson = /^application\/json\s*(;|$)/i.test(response.headers.get('content-type') ?? '')
  if (!response.ok || !isJson) {
    await response.body?.cancel()
    throw new Error(`oEmbed answered ${response.status} ${response.headers.get('content-type')}`)
  }
  return read(JSON.parse(await readLimited(response)))
}

/** Ids are only letters and digits to us, so some that people paste never were tracks. */
const notKnown = new Set([400, 404, 410])

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > sizeLimit) throw new Error('oEmbed answered with too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const answerSchema = z.object({
  title: z.string(),
  author_name: z.nullish(z.string()),
  thumbnail_url: z.nullish(z.string()),
})

function read(answer: unknown): TrackDetails {
  const { title, author_name, thumbnail_url } = answerSchema.parse(answer)
  const text = line(title)
  if (text === null) throw new Error('oEmbed answered without a title')
  return { title: text, artist: line(author_name), artwork: artworkOf(thumbnail_url) }
}

/** One line of bounded length; control characters include the one PostgreSQL cannot store. */
function line(text: string | null | undefined): string | null {
  const clean = (text ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  return clean === '' ? null : [...clean].slice(0, 300).join('')
}

/** Only pictures on the service's own hosts, which the content security policy lets in. */
function artworkOf(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null
  const { protocol, hostname, port, username, href } = new URL(address)
  const isTheirs = /\.(scdn\.co|spotifycdn\.com)$/.test(hostname)
  return protocol === 'https:' && isTheirs && !port && !username && href.length <= 500 ? href : null
}
