import { shorten } from '../../platform/text/shorten.shared.ts'
import { trackLinkOf } from '../page-links.shared.ts'
import {
  findTextLinks,
  type SpotifyLink,
  type TextLink,
  withoutInvisible,
} from '../spotify-link.shared.ts'
import { shortLinkIn, trackIdOf } from '../track-link.shared.ts'

/** A part of what was pasted: a link to a track, a link that may lead to one, or what is neither and why. */
export type PastedItem =
  | { kind: 'track'; link: string; trackId: string }
  | { kind: 'short'; link: string }
  | { kind: 'unusable'; text: string; reason: string }

const maxLength = 20_000

/** Everything in a paste, in its order: each link, and each line that has none. */
export function readPaste(pasted: string): PastedItem[] {
  return withoutInvisible(pasted.slice(0, maxLength))
    .split(/[\r\n\v\f\u2028\u2029]+/)
    .flatMap(readLine)
}

function readLine(line: string): PastedItem[] {
  const links = findTextLinks(line)
  if (links.length > 0) return links.map(readLink)
  return line.trim() === ''
    ? []
    : [{ kind: 'unusable', text: shortened(line), reason: withoutLink }]
}

const withoutLink = 'text without a link'

export const isWords = ([item, ...others]: PastedItem[]) =>
  item?.kind === 'unusable' && item.reason === withoutLink && others.length === 0

function readLink({ text, spotify }: TextLink): PastedItem {
  const trackId = trackIdOf(spotify)
  if (trackId) return { kind: 'track', link: trackLinkOf(trackId), trackId }
  const short = shortLinkIn(text)
  if (short) return { kind: 'short', link: short }
  return { kind: 'unusable', text: shortened(text), reason: reasonAgainst(text, spotify) }
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

function reasonAgainst(link: string, spotify: SpotifyLink | null): string {
  const kind = spotify?.kind ?? ''
  if (kind in kinds) return `${kinds[kind]}; ${instead}`
  const host = hostOf(link)
  if (host === 'link.tospotify.com') return `a short link that no longer works; ${instead}`
  if (host === null || /^(?:open|play|embed)\.spotify\.com$/.test(host))
    return `not a link to a track; ${instead}`
  return `a link to ${host}; find the track on Spotify and copy its link`
}

function hostOf(link: string): string | null {
  const url = /^https?:/i.test(link) ? link : `https://${link}`
  return URL.canParse(url) ? new URL(url).hostname : null
}

const shortened = (text: string) => shorten(text.trim(), 60, '…')
