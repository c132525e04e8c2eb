import type { ComponentProps, ReactNode } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { NumberOneDisc } from '../../tracks/screens/number-one.tsx'
import { type Playlist, useIsPlaying } from '../../tracks/screens/player/now-playing.ts'
import { PlayingMark, RowPlay } from '../../tracks/screens/player/row-play.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { TrackMenuLink } from '../../tracks/screens/track-menu.tsx'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { classes } from '../../ui/classes.ts'
import type { ChartTrack } from '../charts.schemas.ts'

type ChartTrackRowProps = {
  track: ChartTrack
  rank: number
  playlist: Playlist
  count: string
  /** Of the first. */
  badge: ReactNode
  menuLink: ComponentProps<'a'>
}

/** A press on the row plays it. */
export function ChartTrackRow({
  track,
  rank,
  playlist,
  count,
  badge,
  menuLink,
}: ChartTrackRowProps) {
  const isFirst = rank === 1
  const isPlaying = useIsPlaying(track)
  const isDev = useCurrentUser()?.is_dev_user
  return (
    <li
      aria-current={isPlaying || undefined}
      className="relative flex min-h-18 items-center gap-3 border-t border-line py-1.5 hover:bg-sunken sm:gap-4"
    >
      {!isDev && <RowPlay playlist={playlist} index={rank - 1} isPlaying={isPlaying} />}
      <span className="w-8 shrink-0 text-center font-display text-xl font-extrabold whitespace-nowrap tabular-nums">
        {isFirst ? <NumberOneDisc /> : rank}
      </span>
      <TrackArt
        track={track}
        isUrgent={isFirst}
        className={isFirst ? 'w-22! shrink-0' : 'w-14! shrink-0'}
      />
      <div className="min-w-0 grow">
        {isFirst && badge}
        <h2 className={classes('leading-tight font-bold', isFirst && 'text-xl font-extrabold!')}>
          {trackTitle(track)}
        </h2>
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm leading-snug text-muted">
          {isPlaying && <PlayingMark />}
          {track.artist && <span>{track.artist} ·</span>}
          <span>{count}</span>
        </p>
      </div>
      <TrackMenuLink track={track} {...menuLink} />
    </li>
  )
}
