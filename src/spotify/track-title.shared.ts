/** What a track is called by; `title` is null until the service has told it. */
export type TitledTrack = { spotify_track_id: string; title: string | null }

/** The title, or before it is known "Track" and the first letters of the id. */
export const trackTitle = (track: TitledTrack) =>
  track.title || `Track ${track.spotify_track_id.slice(0, 6)}`

export const unavailableText = 'No longer on Spotify'
