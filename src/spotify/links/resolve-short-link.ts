import {
  fetchPublic,
  hasType,
  isUnavailable,
  type OutsideServices,
  type PublicResponse,
} from '../../platform/http/fetch-public.ts'
import { readSpotifyLink, type SpotifyLink } from '../spotify-link.shared.ts'

/** Requests for one link, and the bytes and milliseconds for all of them together. */
const maxHops = 4
const sizeLimit = 64 * 1024
const timeLimitMs = 3_000

/** Hosts that each hop may lead to: the short links' own, and the one where they end. */
const hosts = new Set(['spotify.link', 'spotify.app.link', 'open.spotify.com'])

/** A client with this name gets redirects and meta elements; a browser gets a page with a script. */
export const linkPreviewHeaders = {
  accept: 'text/html',
  'accept-language': 'en',
  'user-agent': 'curl (link preview)',
}

/** Null when it leads nowhere or to another host. Throws when its host does not respond. */
export async function resolveShortLink(
  services: OutsideServices,
  shortLink: string,
  timeoutMs = timeLimitMs,
): Promise<SpotifyLink | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  let maxBytes = sizeLimit
  let url: URL | null = new URL(shortLink)
  for (let hop = 0; hop < maxHops; hop++) {
    if (!url || !isAllowed(url)) return null
    const response = await fetchPublic(services, url, {
      headers: linkPreviewHeaders,
      signal,
      maxBytes,
    })
    if (isUnavailable(response))
      throw new Error(`${url.hostname} responded with ${response.status}`)
    maxBytes -= response.body.byteLength
    const found = urlsOf(response).map(target => URL.parse(target, url?.href))
    for (const target of found) {
      const link = target && isAllowed(target) ? readTarget(target.href) : null
      if (link) return link
    }
    url = found[0] ?? null
  }
  return null
}

const isAllowed = ({ protocol, hostname, port, username, password }: URL) =>
  protocol === 'https:' && hosts.has(hostname) && !port && !username && !password

/** `/s/…` has the form of a link but is a short one. */
function readTarget(url: string): SpotifyLink | null {
  const link = readSpotifyLink(url)
  return link?.kind === 's' ? null : link
}

function urlsOf(response: PublicResponse): string[] {
  const { status, headers, body } = response
  if (status >= 300 && status < 400) return headers.location ? [headers.location] : []
  return status === 200 && hasType(response, 'text/html') ? urlsIn(body.toString()) : []
}

function urlsIn(page: string): string[] {
  const tags = page.match(/<(?:meta|link|a)\b[^>]{0,2000}>/gi) ?? []
  const own = tags.filter(tag => /\bproperty=["']?og:url\b/i.test(tag))
  return [...own, ...tags].flatMap(tag => {
    const [, url = ''] = /\b(?:content|href)=["'](https:[^"']*)["']/i.exec(tag) ?? []
    return url ? [url.replaceAll('&amp;', '&')] : []
  })
}
