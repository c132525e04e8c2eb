import { classes } from '../../ui/classes.ts'
import { TrackCard } from './track-card.tsx'
import type { DisplayedTrack } from './track-title.ts'

/** Few tracks stand in a narrower column; so does the page around them, so that all begins at one edge. */
export const columnFor = (tracks: DisplayedTrack[]) => (tracks.length <= 4 ? 'list' : 'wide')

/** A list as it is read: the first large, the others in one, two or three columns. Tracks come in their order. */
export function TrackGrid({ tracks }: { tracks: DisplayedTrack[] }) {
  const columns = columnsFor(tracks.length - 1)
  const narrow = columnFor(tracks) === 'list'
  // Half a page's width makes too large a cover.
  const look = columns === 1 || (columns === 2 && !narrow) ? 'row' : 'cover'
  return (
    <ol className={classes('grid w-full grid-cols-1 gap-3 sm:gap-4', columnClasses[columns])}>
      {tracks.map((track, index) => (
        <li key={track.spotify_track_id} className={index === 0 ? 'col-span-full' : undefined}>
          <TrackCard track={track} index={index} look={look} />
        </li>
      ))}
    </ol>
  )
}

const columnsFor = (others: number) => (others <= 1 ? 1 : others === 2 || others === 4 ? 2 : 3)

const columnClasses = {
  1: '',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-2 lg:grid-cols-3',
}
