import { PlayingMark } from '../../player/screens/row-play.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { classes } from '../../ui/classes.ts'
import type { DisplayedTrack } from '../tracks.schemas.ts'

type NumberOneProps = { track: Pick<DisplayedTrack, 'spotify_track_id' | 'title' | 'artist'> }

/** The title that leads a list, beside its covers. */
export const NumberOne = ({ track }: NumberOneProps) => (
  <p className="flex items-center gap-2.5 leading-tight">
    <NumberOneDisc />
    <span className="min-w-0">
      <bdi translate="no" className="font-bold">
        {trackTitle(track)}
      </bdi>{' '}
      {track.artist && (
        <bdi translate="no" className="text-muted">
          {track.artist}
        </bdi>
      )}
    </span>
  </p>
)

type RankProps = { rank: number; isLarge?: boolean; isPlaying: boolean; className?: string }

/**
 * The number of a row. Where `RowPlay` is before it, a pointer or the focus turns it into a triangle: a click on the row
 * plays. Below it, where nothing else is moved by it, stands whether the track sounds.
 */
export const Rank = ({ rank, isLarge = false, isPlaying, className }: RankProps) => (
  <span
    className={classes(
      'pointer-events-none relative text-center font-display text-xl leading-none font-extrabold whitespace-nowrap tabular-nums',
      !isPlaying && rank !== 1 && 'play-hint',
      className,
    )}
  >
    {rank === 1 ? (
      <NumberOneDisc isLarge={isLarge} />
    ) : (
      <>
        <span className="sr-only">Number </span>
        {rank}
      </>
    )}
    {isPlaying && <PlayingMark />}
  </span>
)

/** Large text leaves the digit inside. The disc's edge is dark gold, because a page in the colors of a yellow cover would hide it. */
export const NumberOneDisc = ({ isLarge = false }: { isLarge?: boolean }) => (
  <span
    className={classes(
      'inline-grid shrink-0 place-items-center rounded-full border border-on-gold/60 bg-gold font-display font-black text-on-gold',
      isLarge ? 'size-9 text-[min(1.25rem,--spacing(6))]' : 'size-7 text-[min(1rem,--spacing(5))]',
    )}
  >
    <span className="sr-only">Number </span>1
  </span>
)
