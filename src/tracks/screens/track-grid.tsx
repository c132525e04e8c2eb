import { classes } from '../../ui/classes.ts'
import type { Playlist } from './player/now-playing.ts'
import { TrackCard } from './track-card.tsx'
import type { DisplayedTrack } from './track-title.ts'

/** The width of the page around the grid: a short list gets a narrower column, and the page aligns with it. */
export const pageWidthFor = (tracks: DisplayedTrack[]) => (tracks.length <= 4 ? 'list' : 'wide')

type TrackGridProps = Pick<Playlist, 'name' | 'href' | 'owner'> & { tracks: DisplayedTrack[] }

/** A list for reading: the top track large, the others in one, two or three columns. Expects the tracks in rank order. */
export function TrackGrid({ tracks, ...list }: TrackGridProps) {
  const playlist = { ...list, tracks }
  const columns = columnsFor(tracks.length - 1)
  const isNarrow = pageWidthFor(tracks) === 'list'
  // At half of a wide page the cover would be too large.
  const layout = columns === 1 || (columns === 2 && !isNarrow) ? 'row' : 'cover'
  return (
    <ol
      className={classes(
        'grid w-full grid-cols-1 gap-2 sm:gap-4',
        // Width of the ranks' column, wider for marks below the ranks.
        tracks.some(({ movement }) => movement)
          ? '[--rank:1.875rem] sm:[--rank:2.5rem]'
          : '[--rank:1.25rem] sm:[--rank:2rem]',
        columnClasses[columns],
      )}
    >
      {tracks.map((track, index) => (
        <li
          key={track.spotify_track_id}
          className={classes('@container', index === 0 && 'col-span-full')}
        >
          <TrackCard track={track} rank={index + 1} playlist={playlist} layout={layout} />
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
