import { classes } from '../../ui/classes.ts'
import { type DisplayedTrack, trackTitle } from './track-title.ts'

type NumberOneProps = { track: Pick<DisplayedTrack, 'spotify_track_id' | 'title' | 'artist'> }

/** The title that leads a list, beside its covers. */
export const NumberOne = ({ track }: NumberOneProps) => (
  <p className="flex items-center gap-2.5 leading-tight">
    <NumberOneDisc />
    <span className="min-w-0">
      <bdi className="font-bold">{trackTitle(track)}</bdi>{' '}
      {track.artist && <bdi className="text-muted">{track.artist}</bdi>}
    </span>
  </p>
)

export const NumberOneDisc = ({ className }: { className?: string }) => (
  <span
    className={classes(
      'inline-grid size-7 shrink-0 place-items-center rounded-full border border-transparent bg-gold font-display font-black text-on-gold',
      className,
    )}
  >
    <span className="sr-only">Number </span>1
  </span>
)
