import type { ReactNode } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { type Playlist, useIsPlaying } from '../../player/screens/now-playing.ts'
import { RowPlay } from '../../player/screens/row-play.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { Rank } from '../../tracks/screens/number-one.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { TrackMenu } from '../../tracks/screens/track-menu.tsx'
import { classes } from '../../ui/classes.ts'
import type { ChartTrack } from '../charts.schemas.ts'

type ChartTrackRowProps = {
  track: ChartTrack
  rank: number
  playlist: Playlist
  count: string
  /** Shown for the first rank. */
  badge: ReactNode
}

/** A click on the row plays the track. */
export function ChartTrackRow({ track, rank, playlist, count, badge }: ChartTrackRowProps) {
  const isFirst = rank === 1
  const isPlaying = useIsPlaying(track)
  const isDev = useCurrentUser()?.is_dev_user
  return (
    <li
      aria-current={isPlaying || undefined}
      className="relative flex min-h-18 items-center gap-3 border-t border-line py-1.5 hover:bg-sunken sm:gap-4"
    >
      {!isDev && <RowPlay playlist={playlist} index={rank - 1} isPlaying={isPlaying} />}
      <Rank rank={rank} isPlaying={isPlaying} className="w-8 shrink-0" />
      <TrackArt
        track={track}
        hasPriority={isFirst}
        className={isFirst ? 'w-22! shrink-0 @max-3xs:w-14!' : 'w-14! shrink-0'}
      />
      <div className="min-w-0 grow">
        {isFirst && badge}
        <h2
          className={classes(
            'line-clamp-2 leading-tight font-bold @max-3xs:line-clamp-none',
            isFirst && 'text-xl font-extrabold! @max-3xs:text-base',
          )}
        >
          <bdi translate="no">{trackTitle(track)}</bdi>
        </h2>
        <p className="text-sm leading-snug text-muted sm:flex sm:gap-x-1.5">
          {track.artist && (
            <span className="block">
              <bdi translate="no">{track.artist}</bdi>
            </span>
          )}
          <span
            className={classes(
              'shrink-0',
              track.artist && "sm:before:mr-1.5 sm:before:content-['·']",
            )}
          >
            {count}
          </span>
        </p>
      </div>
      <TrackMenu track={track} />
    </li>
  )
}
