import { Parser } from 'htmlparser2'
import { fetchPublic, hasType, type OutsideServices } from '../../platform/fetch-public.ts'
import { linkPreviewHeaders } from '../links/link-preview.ts'
import { trackLinkOf } from '../track-link.shared.ts'
import { readDetails, type TrackDetails } from './track-details.ts'

const maxBytes = 256 * 1024

/**
 * A track's details from the meta elements of its page, which exist for link previews. Null for a track that the
 * service does not have. Throws for a page without them, such as one that asks for consent, and without a response.
 */
export async function fetchTrackPage(
  services: OutsideServices,
  trackId: string,
  signal: AbortSignal,
): Promise<TrackDetails | null> {
  const head = readHead()
  const response = await fetchPublic(services, new URL(trackLinkOf(trackId)), {
    headers: linkPreviewHeaders,
    signal,
    maxBytes,
    isEnough: head.read,
  })
  if (response.status === 404 || response.status === 410) return null
  if (response.status !== 200 || !hasType(response, 'text/html'))
    throw new Error(`The page's response is ${response.status} ${response.headers['content-type']}`)
  const { meta } = head
  if (meta.get('og:type') !== 'music.song') throw new Error('The page is not one of a track')
  return readDetails({
    title: meta.get('og:title'),
    artist: meta.get('music:musician_description') ?? artistIn(meta.get('og:description')),
    artwork: meta.get('og:image'),
  })
}

/** "Artist · Album · Song · Year" */
function artistIn(description = ''): string | undefined {
  const parts = description.split(' · ')
  return parts.length === 4 ? parts[0] : undefined
}

/** The meta elements of a page by name or property, read in parts as they arrive. */
function readHead() {
  const meta = new Map<string, string>()
  const decoder = new TextDecoder()
  let hasEnded = false
  const parser = new Parser({
    onopentag(element, { name, property, content }) {
      const key = property ?? name
      if (element === 'meta' && key && content && !meta.has(key)) meta.set(key, content)
      if (element === 'body') hasEnded = true
    },
    onclosetag(element) {
      if (element === 'head') hasEnded = true
    },
  })
  return {
    meta,
    /** Whether the head is complete. */
    read(chunk: Buffer): boolean {
      parser.write(decoder.decode(chunk, { stream: true }))
      return hasEnded
    },
  }
}
