import { Play, Square } from 'lucide'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Playlist, play, soundWord, stop, useNowPlaying } from './now-playing.ts'

type PlayButtonProps = {
  playlist: Playlist
  /** The track's position, from 0. Without it, the button is for the playlist: it starts with the first track. */
  index?: number
  /** A filled disc leads its page; a word is for rows. */
  look?: keyof typeof looks
  /** Whether it sounds is said, too: beside a disc, or to screen readers where the button has a word. */
  withLabel?: boolean
}

/** Goes on through the playlist. It is hidden without JavaScript. Developers have no player and see nothing. */
export function PlayButton({
  playlist,
  index,
  look = 'filled',
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
  const { size, word, disc, pill } = { pill: '', ...looks[look] }
  const button = classes(
    'shrink-0 place-items-center transition-colors',
    word
      ? classes(
          'grid-flow-col gap-2 font-bold',
          pill || 'min-h-9 rounded-control px-3 text-sm hover:bg-sunken',
        )
      : // Its border shows where the system's colors replace all others.
        'size-11 rounded-full border border-transparent hover:bg-ink-hover hover:text-canvas',
    isPlaying && !word ? 'bg-ink text-canvas' : disc,
  )
  const playIcon = <Icon icon={Play} size={size} className="translate-x-px fill-current" />
  return (
    <>
      <button
        type="button"
        aria-label={`${isPlaying ? 'Stop' : 'Play'} ${name}`}
        onClick={event => (isPlaying ? stop() : play(playlist, index ?? 0, event.currentTarget))}
        className={classes('grid noscript:hidden', button)}
      >
        {isPlaying ? <Icon icon={Square} size={size - 3} className="fill-current" /> : playIcon}
        {word && <span className={word}>{isPlaying ? 'Stop' : 'Play'}</span>}
      </button>
      {withLabel && (isPlaying || !word) && (
        <span className={word ? 'sr-only' : 'font-bold whitespace-nowrap'} aria-hidden={!isPlaying}>
          {isPlaying ? soundWord(now?.sound) : 'Play'}
        </span>
      )}
    </>
  )
}

const wideOnDesktops =
  'size-11 rounded-full border text-[0.9375rem] sm:w-auto sm:rounded-control sm:px-4.5'

const looks = {
  filled: { size: 18, word: '', disc: 'bg-ink text-canvas' },
  /** A disc on phones, where the names beside it are long. */
  outlined: {
    size: 16,
    word: 'max-sm:hidden',
    disc: 'text-ink',
    pill: `${wideOnDesktops} border-line-strong hover:bg-sunken`,
  },
  lead: {
    size: 16,
    word: 'max-sm:hidden',
    disc: 'bg-ink text-canvas',
    pill: `${wideOnDesktops} border-transparent hover:bg-ink-hover`,
  },
  small: { size: 15, word: '', disc: 'text-ink' },
  word: { size: 14, word: 'block', disc: 'text-ink' },
  wordWhereWide: { size: 14, word: 'max-sm:hidden', disc: 'text-ink' },
}
