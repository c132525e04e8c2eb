import type { ReactNode } from 'react'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { PlayButton } from '../../tracks/screens/play-button.tsx'
import { SpotifyLink } from '../../tracks/screens/spotify-link.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { TrackPlayer } from '../../tracks/screens/track-player.tsx'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { useNowPlaying } from '../../tracks/screens/use-now-playing.ts'
import { classes } from '../../ui/classes.ts'
import type { ChartTrack } from '../charts.contract.ts'

type ChartTrackRowProps = {
  track: ChartTrack
  rank: number
  /** On how many lists or in how many drops, in words. */
  count: string
  /** What marks the first: gold is the top track's alone. */
  top: keyof typeof tops
  badge: ReactNode
}

/** A track's place in a chart; the first is larger and wears the badge. The player takes the caption's place. */
export function ChartTrackRow({ track, rank, count, top, badge }: ChartTrackRowProps) {
  const { playing, play } = useNowPlaying()
  const isDev = useCurrentUser()?.is_dev_user
  const first = rank === 1
  const title = trackTitle(track)
  return (
    <li
      className={classes(
        'grid items-center gap-x-3 rounded-card p-3 sm:gap-x-4 sm:px-5 sm:py-4',
        first
          ? `grid-cols-[2.25rem_6rem_minmax(0,1fr)] gap-y-3 sm:grid-cols-[3rem_10rem_minmax(0,1fr)] sm:gap-y-1 ${tops[top]}`
          : 'min-h-29 grid-cols-[2.25rem_4rem_minmax(0,1fr)] border border-line bg-surface sm:grid-cols-[3rem_5rem_minmax(0,1fr)]',
      )}
    >
      {first && (
        <div className="col-span-full sm:col-span-1 sm:col-start-3 sm:self-end">{badge}</div>
      )}
      <span
        className={classes(
          'text-center font-display font-extrabold whitespace-nowrap tabular-nums',
          first
            ? 'text-4xl sm:col-start-1 sm:row-span-2 sm:row-start-1 sm:text-5xl'
            : 'text-2xl sm:text-3xl',
        )}
      >
        {rank}
      </span>
      <TrackArt
        track={track}
        first={first}
        className={first ? 'sm:col-start-2 sm:row-span-2 sm:row-start-1' : ''}
      />
      {playing ? (
        <div className={classes('min-w-0', first && 'sm:self-start')}>
          <h2 className="sr-only">{title}</h2>
          <TrackPlayer track={track} />
        </div>
      ) : (
        <div className={classes('flex min-w-0 items-center gap-2', first && 'sm:self-start')}>
          <div className="min-w-0 grow">
            <h2
              className={classes(
                'line-clamp-2 leading-snug font-bold',
                first && 'text-lg sm:text-2xl sm:font-extrabold sm:tracking-tight',
              )}
            >
              {title}
            </h2>
            {track.artist && <p className="truncate text-sm text-muted">{track.artist}</p>}
            <div className="flex items-center gap-1.5">
              <span className="text-sm font-semibold">{count}</span>
              <SpotifyLink track={track} />
            </div>
          </div>
          {!isDev && <PlayButton title={title} onClick={play} />}
        </div>
      )}
    </li>
  )
}

const tops = {
  gold: 'border-2 border-gold bg-gold-soft',
  flame: 'night border-2 border-line-strong bg-surface text-ink',
}
