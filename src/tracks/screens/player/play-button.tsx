import { AudioLines, Play, Square } from 'lucide'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { trackLinkOf } from '../../../spotify/track-link.shared.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { trackTitle } from '../track-title.ts'
import { type Playlist, play, playOrStop, soundWord, stop, useNowPlaying } from './now-playing.ts'

type PlayButtonProps = {
  playlist: Playlist
  /** The track's position, from 0. Without it, the button is for the playlist: it starts with the first track. */
  index?: number
  small?: boolean
  /** Where another button leads. */
  outlined?: boolean
  withLabel?: boolean
}

/** Goes on through the playlist. Without JavaScript it is a link to the track. Developers have no player and see nothing. */
export function PlayButton({
  playlist,
  index,
  small = false,
  outlined = false,
  withLabel = false,
}: PlayButtonProps) {
  const now = useNowPlaying()
  const isDev = useCurrentUser()?.is_dev_user
  const track = playlist.tracks[index ?? 0]
  if (!track || isDev) return null
  const name = index === undefined ? playlist.name : trackTitle(track)
  const isPlaying =
    index === undefined
      ? now?.playlist.href === playlist.href
      : now?.track.spotify_track_id === track.spotify_track_id
  const look = classes(
    // Its border shows where the system's colors replace all others.
    'size-11 shrink-0 place-items-center rounded-full border border-transparent transition-colors hover:bg-ink-hover hover:text-canvas',
    isPlaying || !(small || outlined) ? 'bg-ink text-canvas' : 'text-ink',
    outlined && 'border border-line-strong',
  )
  const size = small ? 15 : 18
  const playIcon = <Icon shape={Play} size={size} className="translate-x-px fill-current" />
  return (
    <>
      <button
        type="button"
        aria-label={`${isPlaying ? 'Stop' : 'Play'} ${name}`}
        onClick={event => (isPlaying ? stop() : play(playlist, index ?? 0, event.currentTarget))}
        className={classes('grid noscript:hidden', look)}
      >
        {isPlaying ? <Icon shape={Square} size={size - 3} className="fill-current" /> : playIcon}
      </button>
      <noscript>
        <Link
          href={trackLinkOf(track.spotify_track_id)}
          aria-label={`Play ${trackTitle(track)} on Spotify`}
          className={classes('grid', look)}
        >
          {playIcon}
        </Link>
      </noscript>
      {withLabel &&
        (isPlaying ? (
          <PlayingMark />
        ) : (
          <span className="font-bold whitespace-nowrap" aria-hidden="true">
            Play
          </span>
        ))}
    </>
  )
}

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
