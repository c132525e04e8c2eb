import { classes } from '../../ui/classes.ts'
import { DaysBadge } from './days-badge.tsx'
import { DevPlaceholder } from './dev-placeholder.tsx'
import { MovementMark, TrackRecord } from './movement-mark.tsx'
import type { Playlist } from './player/now-playing.ts'
import { PlayButton } from './player/play-button.tsx'
import { RowActions } from './row-actions.tsx'
import { TopTrackCard } from './top-track-card.tsx'
import { TrackArt } from './track-art.tsx'
import { Rank, TrackCaption, TrackRow } from './track-row.tsx'
import { type DisplayedTrack, unavailableText } from './track-title.ts'

type TrackCardProps = {
  track: DisplayedTrack
  rank: number
  playlist: Playlist
  /** `cover`: from 640 px up, the cover is above the caption. `row`: always beside it. */
  layout?: keyof typeof layouts
}

export function TrackCard({ track, rank, playlist, layout = 'cover' }: TrackCardProps) {
  if (rank === 1) return <TopTrackCard track={track} playlist={playlist} />
  const { row, rank: rankClass, art, main } = layouts[layout]
  return (
    <TrackRow track={track} className={row}>
      <Rank rank={rank} isNamed className={rankClass}>
        <MovementMark movement={track.movement} className="mt-1 block" />
      </Rank>
      <TrackArt track={track} className={art} />
      <div className={classes('min-w-0 @max-3xs:contents', main)}>
        <div className="flex min-w-0 items-center sm:min-h-16 @max-3xs:contents">
          <div className="mr-1 min-w-0 grow @max-3xs:order-last @max-3xs:col-span-full @max-3xs:justify-self-stretch">
            <TrackCaption
              track={track}
              className="line-clamp-2 text-[0.9375rem] leading-tight sm:text-base sm:leading-snug"
            >
              <DaysBadge since={track.created_at} />
            </TrackCaption>
            <TrackRecord movement={track.movement} className="max-sm:hidden" />
            {track.gone && <p className="text-sm text-muted">{unavailableText}</p>}
          </div>
          <RowActions track={track} owner={playlist.owner} />
          <PlayButton playlist={playlist} index={rank - 1} />
        </div>
        <DevPlaceholder />
      </div>
    </TrackRow>
  )
}

/** With large text the caption is below the rest. */
const card =
  'grid h-full min-h-17 grid-cols-[var(--rank)_--spacing(12)_minmax(0,1fr)] items-center @max-3xs:grid-cols-[var(--rank)_--spacing(12)_minmax(0,1fr)_auto] @max-3xs:justify-items-end @max-3xs:gap-y-1.5 gap-x-2.5 rounded-card border border-line bg-surface px-2.5 py-1.5 sm:gap-x-3 sm:p-4'

const layouts = {
  cover: {
    row: `${card} sm:grid-cols-[auto_minmax(0,1fr)] sm:grid-rows-[auto_1fr]`,
    rank: 'text-2xl sm:order-2 sm:min-w-7 sm:text-left sm:text-4xl',
    art: 'sm:order-1 sm:col-span-2 sm:mb-2',
    main: 'grid gap-2 sm:order-3',
  },
  row: {
    row: `${card} sm:grid-cols-[var(--rank)_5rem_minmax(0,1fr)] lg:grid-cols-[var(--rank)_8rem_minmax(0,1fr)] lg:gap-x-4`,
    rank: 'text-2xl sm:text-4xl',
    art: '',
    main: 'grid gap-2',
  },
}
