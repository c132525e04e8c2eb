import { Parser } from 'htmlparser2'
import { fetchPublic, hasType, type OutsideServices } from '../../platform/http/fetch-public.ts'
import { linkPreviewHeaders } from '../links/resolve-short-link.ts'
import { trackLinkOf } from '../page-links.shared.ts'
import { readDetails, readResponse, type TrackDetails } from './track-details.ts'

const maxBytes = 256 * 1024

/** Null for a track that the service does not have. Throws for a page without the meta elements of one, and without a response. */
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
  return readResponse(response, () => {
    if (response.status !== 200 || !hasType(response, 'text/html'))
      throw new Error(`The page is ${response.status} ${response.headers['content-type']}`)
    return readMeta(head.meta)
  })
}

function readMeta(meta: Map<string, string>): TrackDetails {
  if (meta.get('og:type') !== 'music.song') throw new Error('The page is not one of a track')
  // "Artist · Album · Song · Year"
  const parts = meta.get('og:description')?.split(' · ') ?? []
  const [artist, album] = parts.length === 4 ? parts : []
  return readDetails({
    title: meta.get('og:title'),
    artist: meta.get('music:musician_description') ?? artist,
    artwork: meta.get('og:image'),
    album,
    released: meta.get('music:release_date'),
    duration: Number(meta.get('music:duration') ?? 0),
  })
}

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
    read(chunk: Buffer): boolean {
      parser.write(decoder.decode(chunk, { stream: true }))
      return hasEnded
    },
  }
}
