import { type Selectable, sql } from 'kysely'
import type { Tables } from '../../contract/tables.ts'
import { isUnavailable, type PublicResponse } from '../../platform/http/fetch-public.ts'
import { shorten } from '../../platform/text/shorten.shared.ts'
import { withoutBidiControls } from '../../platform/text/visible-text.shared.ts'
import { smallCover } from '../covers/cover-size.shared.ts'

export type TrackDetails = Pick<
  Selectable<Tables['track_details']>,
  'title' | 'artist' | 'artwork' | 'album' | 'released' | 'duration'
>

/**
 * What lists show of a track. Select these after
 * `leftJoin('track_details', 'track_details.spotify_track_id', …)`: they are null until looked up.
 */
export const trackDetailColumns = [
  'track_details.title',
  'track_details.artist',
  'track_details.artwork',
  'track_details.color',
  sql<boolean>`coalesce(track_details.gone, false)`.as('gone'),
] as const

/** Whether a track of `track_details` is on a list or in a drop, or was sent in answer to one. */
export const isTrackUsed = sql<boolean>`(
  exists (select from tracks where spotify_track_id = track_details.spotify_track_id)
  or exists (select from drop_tracks where spotify_track_id = track_details.spotify_track_id)
  or exists (select from returned_songs where spotify_track_id = track_details.spotify_track_id))`

/** A source responded, but not with the details of a track. */
export class UnusableResponse extends Error {}

/**
 * Reads the details in a response with `read`, which throws where there are none; null for a track that the
 * source does not have. We accept any letters and digits as an id, so anybody can send ids that never were tracks:
 * what a source says about them is an `UnusableResponse` at worst, and only a source that cannot answer fails.
 */
export function readResponse(
  response: PublicResponse,
  read: () => TrackDetails,
): TrackDetails | null {
  if (isUnavailable(response)) throw new Error(`The source responded with ${response.status}`)
  if ([400, 404, 410].includes(response.status)) return null
  try {
    return read()
  } catch (error) {
    throw new UnusableResponse(error instanceof Error ? error.message : String(error))
  }
}

type Found = { [Name in keyof TrackDetails]?: TrackDetails[Name] | undefined }

/** Details as they are stored; throws for a response without a title. */
export function readDetails(found: Found): TrackDetails {
  const title = toLine(found.title)
  if (title === null) throw new Error('The response has no title')
  const { released, duration } = found
  return {
    title,
    artist: toLine(found.artist),
    artwork: artworkOf(found.artwork),
    album: toLine(found.album),
    // "0000" stands for an unknown year.
    released: released && /^[12]\d{3}(-\d\d){0,2}$/.test(released) ? released : null,
    duration: duration && duration > 0 && duration <= maxSeconds ? Math.round(duration) : null,
  }
}

const maxSeconds = 24 * 60 * 60

/** One line of at most 300 characters. Control characters are replaced, and those of direction left out; PostgreSQL cannot store U+0000. */
function toLine(text: string | null | undefined): string | null {
  const clean = withoutBidiControls(text ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return shorten(clean, 300) || null
}

/** Returns the URL of a picture on the service's own hosts, which the content security policy allows. */
function artworkOf(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null
  const { protocol, hostname, port, username, href } = new URL(url)
  const isOwnHost = /\.(scdn\.co|spotifycdn\.com)$/.test(hostname)
  return protocol === 'https:' && isOwnHost && !port && !username && href.length <= 500
    ? smallCover(href)
    : null
}
