import { AudioLines, Pause } from 'lucide'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { Spinner } from '../../ui/data/loading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Playlist, playOrStop, soundWord, useNowPlaying } from './now-playing.ts'

type RowPlayProps = { playlist: Playlist; index: number; isPlaying: boolean }

/** The whole of its row, which is positioned, is the button. */
export function RowPlay({ playlist, index, isPlaying }: RowPlayProps) {
  const track = playlist.tracks[index]
  if (!track) return null
  const title = trackTitle(track)
  return (
    <button
      type="button"
      aria-label={`${isPlaying ? 'Stop' : 'Play'} ${title}`}
      onClick={event => playOrStop(playlist, index, event.currentTarget)}
      className="peer absolute inset-0 noscript:hidden focus-visible:-outline-offset-3"
    />
  )
}

/** Shows below the number of the chosen track whether there is sound. */
export function PlayingMark() {
  const sound = useNowPlaying()?.sound
  return (
    <span className="absolute top-full left-1/2 mt-0.5 -translate-x-1/2 text-xs text-ink">
      {sound ? <Icon icon={sound === 'playing' ? AudioLines : Pause} size={16} /> : <Spinner />}
      <span className="sr-only">{soundWord(sound)}</span>
    </span>
  )
}
