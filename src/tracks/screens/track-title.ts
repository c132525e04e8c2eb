import type { TrackMovement } from '../movement/movement.shared.ts'
import type { Track } from '../tracks.schemas.ts'

/** What a card shows; a drop's tracks have no date. */
export type DisplayedTrack = Pick<Track, 'spotify_track_id' | 'title' | 'artist' | 'artwork'> & {
  created_at?: string
  gone?: boolean
  tone?: string | null
  movement?: TrackMovement
}

/** The title, or before it is known "Track" and the first letters of the id. */
export const trackTitle = (track: Pick<DisplayedTrack, 'spotify_track_id' | 'title'>) =>
  track.title || `Track ${track.spotify_track_id.slice(0, 6)}`

export const unavailableText = 'No longer on Spotify'
