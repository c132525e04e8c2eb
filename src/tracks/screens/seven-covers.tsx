import type { CSSProperties, MouseEvent } from 'react'
import { classes } from '../../ui/classes.ts'
import { type CoversLayout, sevenLayout } from '../seven-layout.shared.ts'
import type { DisplayedTrack } from '../tracks.schemas.ts'
import { maxTracks } from '../tracks.shared.ts'
import { TrackArt } from './track-art.tsx'

type SevenCoversProps = {
  tracks: Pick<DisplayedTrack, 'spotify_track_id' | 'artwork'>[]
  layout: CoversLayout
  /** The `sizes` of number one, if 300 pixels may not be enough. */
  sizes?: string
  /** Loads number one before other images. */
  hasPriority?: boolean
  /** Called for pointers alone: what names the tracks has buttons for everybody. */
  onPlay?: (index: number, covers: HTMLElement) => void
  /** Shows the empty places of a draft, too, with their ranks. */
  hasPlaces?: boolean
  /** The rank of a place that is shown as empty, because another track takes it. */
  openPlace?: number | undefined
  className?: string
}

/** The covers of a list as one picture, uncropped and with nothing over them. Hidden from screen readers: the tracks are named beside it. */
export function SevenCovers({
  tracks,
  layout,
  sizes,
  hasPriority = false,
  onPlay,
  hasPlaces = false,
  openPlace,
  className,
}: SevenCoversProps) {
  const { grid, cells } = stylesOf(layout, hasPlaces ? maxTracks : tracks.length)
  const click = (event: MouseEvent<HTMLElement>) => {
    const index = [...event.currentTarget.children].findIndex(cover =>
      cover.contains(event.target as Node),
    )
    if (index >= 0) onPlay?.(index, event.currentTarget)
  }
  return (
    <div
      aria-hidden="true"
      onClick={onPlay && click}
      style={grid}
      className={classes(
        'grid w-full',
        onPlay && 'cursor-pointer',
        hasPlaces ? '@container gap-1.5 sm:gap-2' : gaps[layout],
        className,
      )}
    >
      {tracks.map((track, index) =>
        index + 1 === openPlace ? (
          <EmptyPlace key={track.spotify_track_id} rank={openPlace} style={cells[index]} />
        ) : (
          <TrackArt
            key={track.spotify_track_id}
            track={track}
            style={cells[index]}
            hasPriority={hasPriority && index === 0}
            {...(sizes && index === 0 && { sizes })}
            className={hasPlaces ? 'animate-fade-in' : layout === 'strip' ? 'rounded-none!' : ''}
          />
        ),
      )}
      {hasPlaces &&
        cells
          .slice(tracks.length)
          .map((style, index) => (
            <EmptyPlace key={style.gridArea} rank={tracks.length + index + 1} style={style} />
          ))}
    </div>
  )
}

const EmptyPlace = ({ rank, style }: { rank: number; style: CSSProperties | undefined }) => (
  <span
    style={style}
    className={classes(
      'grid aspect-square place-items-center rounded-art border border-dashed font-display leading-none font-black',
      rank === 1 ? 'border-gold-ink text-[20cqi]' : 'border-line-strong text-[8cqi] text-muted',
    )}
  >
    {rank === 1 ? (
      // On a light page gold is legible as a background alone.
      <span className="grid size-[1.5em] place-items-center rounded-full bg-[light-dark(var(--gold),transparent)] text-[light-dark(var(--on-gold),var(--gold-ink))]">
        1
      </span>
    ) : (
      rank
    )}
  </span>
)

const gaps = { wall: 'gap-0.75 sm:gap-1', strip: 'gap-0.5' }

type Styles = { grid: CSSProperties; cells: CSSProperties[] }

const known = new Map<string, Styles>()

function stylesOf(layout: CoversLayout, count: number): Styles {
  const key = layout + count
  const styles = known.get(key) ?? makeStyles(layout, count)
  known.set(key, styles)
  return styles
}

function makeStyles(layout: CoversLayout, count: number): Styles {
  const { columns, rows, places } = sevenLayout(layout, count)
  return {
    // The covers are squares, and give the rows their height.
    grid: {
      grid: `repeat(${rows},minmax(0,1fr))/repeat(${columns},minmax(0,1fr))`,
    },
    cells: places.map(([x, y, side]) => ({
      gridArea: `${y + 1}/${x + 1}/span ${side}/span ${side}`,
    })),
  }
}
