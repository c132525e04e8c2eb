import type { ReactNode } from 'react'
import type { Playlist } from '../../tracks/screens/player/now-playing.ts'
import { PlayButton } from '../../tracks/screens/player/play-button.tsx'
import { RowActions } from '../../tracks/screens/row-actions.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { Rank, TrackCaption, TrackRow } from '../../tracks/screens/track-row.tsx'
import { classes } from '../../ui/classes.ts'
import type { ChartTrack } from '../charts.schemas.ts'

type ChartTrackRowProps = {
  track: ChartTrack
  rank: number
  playlist: Playlist
  count: string
  highlight: keyof typeof highlights
  badge: ReactNode
}

export function ChartTrackRow({
  track,
  rank,
  playlist,
  count,
  highlight,
  badge,
}: ChartTrackRowProps) {
  const isFirst = rank === 1
  const look = isFirst ? firstLook(highlight) : otherLook
  return (
    <TrackRow as="li" track={track} className={look.row}>
      {isFirst && (
        <div className="col-span-full sm:col-span-1 sm:col-start-3 sm:self-end">{badge}</div>
      )}
      <Rank rank={rank} className={classes('whitespace-nowrap tabular-nums', look.rank)} />
      <TrackArt track={track} isUrgent={isFirst} className={look.art} />
      <div className={classes('min-w-0', look.main)}>
        <div className="flex min-w-0 items-center gap-2 @max-3xs:flex-wrap">
          <div className="min-w-0 grow @max-3xs:basis-full">
            <TrackCaption
              track={track}
              className={classes('line-clamp-2 leading-snug', look.title)}
            />
            <div className="flex flex-wrap items-center gap-x-1">
              <span className="text-sm font-semibold whitespace-nowrap">{count}</span>
              <RowActions track={track} />
            </div>
          </div>
          <div>
            <PlayButton playlist={playlist} index={rank - 1} />
          </div>
        </div>
      </div>
    </TrackRow>
  )
}

const row = 'grid items-center gap-x-3 rounded-card p-3 sm:gap-x-4 sm:px-5 sm:py-4'

const otherLook = {
  row: `${row} min-h-29 grid-cols-[2.25rem_--spacing(16)_minmax(0,1fr)] border border-line bg-surface sm:grid-cols-[3rem_5rem_minmax(0,1fr)]`,
  rank: 'text-2xl sm:text-3xl',
  art: '',
  main: '',
  title: '',
}

const firstLook = (highlight: keyof typeof highlights) => ({
  row: `${row} grid-cols-[1.75rem_--spacing(20)_minmax(0,1fr)] gap-y-3 max-[22.5rem]:grid-cols-[1.75rem_3rem_minmax(0,1fr)] sm:grid-cols-[3rem_10rem_minmax(0,1fr)] sm:gap-y-1 ${highlights[highlight]}`,
  rank: 'text-4xl sm:col-start-1 sm:row-span-2 sm:row-start-1 sm:text-5xl',
  art: 'sm:col-start-2 sm:row-span-2 sm:row-start-1',
  main: 'sm:self-start',
  title: 'text-lg sm:text-2xl sm:font-extrabold sm:tracking-tight',
})

const highlights = {
  gold: 'border-2 border-gold bg-gold-soft',
  dark: 'dark-block border-2 border-line-strong bg-surface text-ink',
}
