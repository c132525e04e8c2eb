import { Play, Square, Trophy } from 'lucide'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { DevPlaceholder } from '../../player/screens/dev-placeholder.tsx'
import { type Playlist, useNowPlaying } from '../../player/screens/now-playing.ts'
import { RowPlay } from '../../player/screens/row-play.tsx'
import { trackTitle, unavailableText } from '../../spotify/track-title.shared.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import type { DisplayedTrack } from '../tracks.schemas.ts'
import { DaysBadge } from './days-badge.tsx'
import { MovementMark, TrackRecord } from './movement-mark.tsx'
import { Rank } from './number-one.tsx'
import { TrackArt } from './track-art.tsx'
import { TrackMenu } from './track-menu.tsx'

export type ShownList = Omit<Playlist, 'tracks'> & { tracks: DisplayedTrack[] }

/** The tracks as hairline rows, number one large. A click on a row plays it. */
export function TrackList({ list }: { list: ShownList }) {
  const { tracks } = list
  const now = useNowPlaying()
  const isDev = useCurrentUser()?.is_dev_user ?? false
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari takes the role from a list without markers
    <ol role="list" aria-label="Tracks" className="grid grid-cols-1">
      {tracks.map((track, index) => {
        const isTop = index === 0
        const isPlaying = now?.track.spotify_track_id === track.spotify_track_id
        return (
          <li
            key={track.spotify_track_id}
            aria-current={isPlaying || undefined}
            className={classes(row, isTop ? topRow : otherRow)}
          >
            {!isDev && <RowPlay playlist={list} index={index} isPlaying={isPlaying} />}
            <Rank rank={index + 1} isLarge isPlaying={isPlaying} />
            {!isTop && <TrackArt track={track} className="pointer-events-none" />}
            <div className="min-w-0">
              {isTop && (
                <p className="flex items-center gap-1 font-display text-[0.6875rem] font-extrabold tracking-wide">
                  <Icon icon={Trophy} size={12} />
                  TOP TRACK
                </p>
              )}
              <h2 className={isTop ? topTitle : otherTitle}>
                <bdi translate="no">{trackTitle(track)}</bdi>
              </h2>
              <p className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm text-muted">
                {track.artist && <bdi translate="no">{track.artist}</bdi>}
                <DaysBadge since={track.created_at} />
                {track.gone && <span>{unavailableText}</span>}
              </p>
              {isTop && <TrackRecord movement={track.movement} />}
              <DevPlaceholder size={isTop ? 'tall' : 'normal'} />
            </div>
            <div className="flex items-center">
              <MovementMark movement={track.movement} />
              <TrackMenu track={track} owner={list.owner} />
              {isTop && !isDev && <PlayMark isPlaying={isPlaying} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** What a click on number one does: its row is the button. */
const PlayMark = ({ isPlaying }: { isPlaying: boolean }) => (
  <span
    aria-hidden="true"
    className="ml-1 grid size-13 shrink-0 place-items-center rounded-full border border-transparent bg-ink text-canvas"
  >
    <Icon icon={isPlaying ? Square : Play} size={20} className="fill-current" />
  </span>
)

// The band of a row that is hovered or sounds is wider than the page's column, so that it does not touch the disc.
const row =
  '@container relative isolate grid items-center gap-x-2.5 border-t before:absolute before:-inset-x-3 before:inset-y-0 before:-z-1 before:rounded-control hover:before:bg-sunken aria-[current]:before:bg-sunken'
const topRow = 'min-h-22 grid-cols-[2.25rem_minmax(0,1fr)_auto] border-ink py-3'
const otherRow = 'min-h-14 grid-cols-[2.25rem_2.5rem_minmax(0,1fr)_auto] border-line py-1'
const topTitle =
  'text-2xl leading-[1.1] font-extrabold tracking-tight text-pretty wrap-anywhere sm:text-3xl'
const otherTitle = 'line-clamp-2 leading-tight font-bold @max-3xs:line-clamp-none'
