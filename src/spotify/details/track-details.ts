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
