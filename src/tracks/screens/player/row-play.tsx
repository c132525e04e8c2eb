import { AudioLines } from 'lucide'
import { trackLinkOf } from '../../../spotify/track-link.shared.ts'
import { Icon } from '../../../ui/icon.tsx'
import { trackTitle } from '../track-title.ts'
import { type Playlist, playOrStop, soundWord, useNowPlaying } from './now-playing.ts'

type RowPlayProps = { playlist: Playlist; index: number; isPlaying: boolean }

/** The whole of its row, which is positioned, is the button. */
export function RowPlay({ playlist, index, isPlaying }: RowPlayProps) {
  const track = playlist.tracks[index]
  if (!track) return null
  const title = trackTitle(track)
  return (
    <>
      <button
        type="button"
        aria-label={`${isPlaying ? 'Stop' : 'Play'} ${title}`}
        onClick={event => playOrStop(playlist, index, event.currentTarget)}
        className="absolute inset-0 noscript:hidden focus-visible:-outline-offset-3"
      />
      <noscript>
        {/* biome-ignore lint/a11y/useAnchorContent: its label is its name, and the row its content */}
        <a
          href={trackLinkOf(track.spotify_track_id)}
          aria-label={`Play ${title} on Spotify`}
          className="absolute inset-0"
        />
      </noscript>
    </>
  )
}

/** Of the track that is chosen: whether there is sound. */
export function PlayingMark() {
  const sound = useNowPlaying()?.sound
  return (
    <span className="font-semibold whitespace-nowrap text-ink">
      {sound === 'playing' && (
        <Icon shape={AudioLines} size={15} className="mr-1 inline align-[-0.15em]" />
      )}
      {soundWord(sound)}
    </span>
  )
}
