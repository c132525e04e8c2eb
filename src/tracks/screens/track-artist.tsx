import { useIsPlaying } from './player/now-playing.ts'
import { PlayingMark } from './player/play-button.tsx'
import type { DisplayedTrack } from './track-title.ts'

type TrackArtistProps = { track: Pick<DisplayedTrack, 'spotify_track_id' | 'artist'> }

export function TrackArtist({ track }: TrackArtistProps) {
  const isPlaying = useIsPlaying(track)
  return (
    <span className="flex min-w-0 gap-1 text-sm text-muted empty:hidden">
      {isPlaying && <PlayingMark />}
      {track.artist && (
        <span className="truncate @max-3xs:whitespace-normal">
          {isPlaying && '· '}
          {track.artist}
        </span>
      )}
    </span>
  )
}
