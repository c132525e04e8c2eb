import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../contract/tables.ts'

/** What the streaming service says of a track. */
export type TrackDetails = Pick<Selectable<Tables['track_details']>, 'title' | 'artist' | 'artwork'>

/**
 * A track's details from the streaming service. Select these after
 * `leftJoin('track_details', 'track_details.spotify_track_id', …)`: they are null until looked up.
 */
export const trackDetailColumns = [
  'track_details.title',
  'track_details.artist',
  'track_details.artwork',
  sql<boolean>`coalesce(track_details.gone, false)`.as('gone'),
] as const

type Found = { [Name in keyof TrackDetails]: string | null | undefined }

/** Details as they are stored; throws for a response without a title. */
export function readDetails({ title, artist, artwork }: Found): TrackDetails {
  const text = toLine(title)
  if (text === null) throw new Error('The response has no title')
  return { title: text, artist: toLine(artist), artwork: artworkOf(artwork) }
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
