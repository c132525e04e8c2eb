import type { NewTrack } from '../../src/tracks/screens/editor/local-edits.ts'
import type { Track } from '../../src/tracks/tracks.schemas.ts'

/** A track that nothing but its id is known of. */
export const newTrack = (id: string): NewTrack => ({
  spotify_track_id: id,
  title: null,
  artist: null,
  artwork: null,
})

/** The row of such a track on a list. */
export const listedTrack = (spotifyTrackId: string, id: number, rank = id): Track => ({
  ...newTrack(spotifyTrackId),
  id,
  user_id: 1,
  spotify_track_url: `https://open.spotify.com/track/${spotifyTrackId}`,
  spotify_track_id: spotifyTrackId,
  rank,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  gone: false,
  color: null,
  via: null,
})
