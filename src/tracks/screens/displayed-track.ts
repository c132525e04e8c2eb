import type { TrackMovement } from '../movement/movement.shared.ts'
import type { Track } from '../tracks.schemas.ts'

/** What a card shows; a drop's tracks have no date. */
export type DisplayedTrack = Pick<Track, 'spotify_track_id' | 'title' | 'artist' | 'artwork'> & {
  created_at?: string
  gone?: boolean
  color?: string | null
  movement?: TrackMovement
}
