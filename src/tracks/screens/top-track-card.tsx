import { Trophy } from 'lucide'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { AddToList } from './add-to-list/add-to-list.tsx'
import { DaysBadge } from './days-badge.tsx'
import { DevPlaceholder } from './dev-placeholder.tsx'
import { MovementMark, TrackRecord } from './movement-mark.tsx'
import { OpenOnSpotify } from './open-on-spotify.tsx'
import { type Playlist, useIsPlaying } from './player/now-playing.ts'
import { PlayButton } from './player/play-button.tsx'
import { TrackArt } from './track-art.tsx'
import { TrackLink } from './track-link.tsx'
import type { DisplayedTrack } from './track-title.ts'

type TopTrackCardProps = {
  track: DisplayedTrack
  playlist: Playlist
}

export function TopTrackCard({ track, playlist }: TopTrackCardProps) {
  const isPlaying = useIsPlaying(track)
  return (
    <article
      aria-current={isPlaying || undefined}
      className="@container rounded-card border-2 border-gold bg-gold-soft p-3 sm:p-6"
    >
      <div className="grid grid-cols-[--spacing(26)_minmax(0,1fr)] gap-x-4 gap-y-2 @max-3xs:grid-cols-1 @lg:grid-cols-[14rem_minmax(0,1fr)] @lg:grid-rows-[1fr_auto] @lg:gap-x-6 @lg:gap-y-5 @2xl:grid-cols-[20rem_minmax(0,1fr)] @2xl:gap-x-8">
        <TrackArt
          track={track}
          isUrgent
          sizes="(min-width: 40rem) 20rem, 6.5rem"
          className="@max-3xs:max-w-40 @lg:row-span-2"
        />
        <div className="flex min-w-0 flex-col justify-between gap-2 @lg:gap-5">
          <TopMarks track={track} />
          <div className="grid min-w-0 gap-0.5 @lg:gap-1">
            <h2 className="line-clamp-2 text-xl @max-3xs:line-clamp-none leading-tight font-extrabold tracking-tight text-pretty @lg:line-clamp-none @lg:text-3xl @2xl:text-4xl @4xl:text-5xl">
              <TrackLink track={track} />
            </h2>
            {track.artist && (
              <p className="truncate text-muted @max-3xs:whitespace-normal @lg:text-lg @lg:whitespace-normal">
                {track.artist}
              </p>
            )}
            <TrackRecord movement={track.movement} />
          </div>
        </div>
        <PlayRow track={track} playlist={playlist} />
      </div>
    </article>
  )
}

function TopMarks({ track }: Pick<TopTrackCardProps, 'track'>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="flex flex-wrap items-center gap-2 @lg:gap-3">
        <span className="grid size-[2rem] place-items-center rounded-full bg-gold font-display text-lg font-black text-on-gold @lg:size-[2.75rem] @lg:text-2xl">
          1
        </span>
        <span className="inline-flex items-center gap-1.5 font-display text-sm font-extrabold tracking-wide whitespace-nowrap text-gold-ink @lg:text-base">
          <Icon shape={Trophy} size={18} />
          TOP TRACK
        </span>
        <MovementMark
          movement={track.movement}
          // Beside the words the dash of an unchanged place would read as a hyphen.
          className={classes('@lg:text-base', track.movement?.kind === 'same' && 'sr-only')}
        />
      </div>
      <DaysBadge since={track.created_at} />
    </div>
  )
}

function PlayRow({ track, playlist }: TopTrackCardProps) {
  return (
    <div className="grid gap-3 @max-lg:col-span-full">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-gold/40 pt-2 @lg:min-h-22.5 @lg:pt-4">
        <PlayButton playlist={playlist} index={0} withLabel />
        <div className="ml-auto flex items-center gap-2">
          <AddToList track={track} owner={playlist.owner} />
          <OpenOnSpotify track={track} withLabel />
        </div>
      </div>
      <DevPlaceholder tall />
    </div>
  )
}
