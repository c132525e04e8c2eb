import { readSpotifyLink } from '../spotify-link.shared.ts'
import { parseShortLink, parseTrackLink, trackLinkOf } from '../track-link.shared.ts'

/** A part of what was pasted: a link to a track, a link that may lead to one, or what is neither and why. */
export type PastedItem =
  | { kind: 'track'; link: string; trackId: string }
  | { kind: 'short'; link: string }
  | { kind: 'unusable'; text: string; reason: string }

const maxLength = 20_000

/** Everything in a paste, in its order: each link, and each line that has none. */
export function readPaste(pasted: string): PastedItem[] {
  return pasted
    .slice(0, maxLength)
    .split(/[\r\n]+/)
    .flatMap(readLine)
}

function readLine(line: string): PastedItem[] {
  const words = line.split(separator).flatMap(splitList)
  const links = words.filter(isLink)
  if (links.length > 0) return links.map(readLink)
  return line.trim() === '' ? [] : [{ kind: 'unusable', text: shorten(line), reason: withoutLink }]
}

const withoutLink = 'text without a link'

export const isWords = ([item, ...others]: PastedItem[]) =>
  item?.kind === 'unusable' && item.reason === withoutLink && others.length === 0

/** A comma separates only before another link: addresses may have commas. */
const separator = /\s+|[,;|]+(?=\s|$|<|https?:|spotify:)/i

/** Only behind a link, so that `data:text/html,open.spotify.com/…` stays what it is. */
const splitList = (word: string) => (isLink(word) ? word.split(nextLink) : [word])

/** Where the next link begins: after a separator, or directly after another link, as when links are pasted one by one. */
const nextLink =
  /[,;|]+(?=(?:open|play|embed)\.spotify\.|spotify\.link\/)|(?<=\w)(?=https?:\/\/(?:(?:open|play|embed)\.spotify\.|spotify\.link\/)|spotify:track:)/i

const isLink = (word: string) =>
  /^\W{0,3}(?:https?:\/\/|spotify:|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/)/i.test(word)

function readLink(word: string): PastedItem {
  // The second form is without the brackets, quotes and full stops of a text around the link.
  for (const link of [word, word.replace(/^[<([{"'“‘«]+|[>)\]}"'”’».,;:]+$/gu, '')]) {
    const trackId = parseTrackLink(link)
    if (trackId) return { kind: 'track', link: trackLinkOf(trackId), trackId }
    const short = parseShortLink(link)
    if (short) return { kind: 'short', link: short }
  }
  return { kind: 'unusable', text: shorten(word), reason: reasonAgainst(word) }
}

const instead = 'open a track and copy its link'

const kinds: Record<string, string> = {
  album: 'an album link',
  playlist: 'a playlist link',
  artist: 'an artist link',
  episode: 'an episode link',
  show: 'a podcast link',
  user: 'a profile link',
}

function reasonAgainst(word: string): string {
  const kind = readSpotifyLink(word)?.kind ?? ''
  if (kind in kinds) return `${kinds[kind]}; ${instead}`
  const host = hostOf(word)
  if (host === 'link.tospotify.com') return `a short link that no longer works; ${instead}`
  if (host === null || /^(?:open|play|embed)\.spotify\.com$/.test(host))
    return `not a link to a track; ${instead}`
  return `a link to ${host}; find the track on Spotify and copy its link`
}

function hostOf(word: string): string | null {
  const address = word.replace(/^[^\w]+/, '')
  return URL.parse(/^https?:/i.test(address) ? address : `https://${address}`)?.hostname || null
}

const shorten = (text: string) => {
  const letters = [...text.trim()]
  return letters.length > 60 ? `${letters.slice(0, 59).join('')}…` : letters.join('')
}
