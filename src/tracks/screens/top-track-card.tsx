import { Trophy } from 'lucide'
import { Icon } from '../../ui/icon.tsx'
import { DaysBadge } from './days-badge.tsx'
import { MovementMark, TrackRecord } from './movement-mark.tsx'
import { NoPlayer } from './no-player.tsx'
import { OpenOnSpotify } from './open-on-spotify.tsx'
import { type Playlist, useIsPlaying } from './player/now-playing.ts'
import { PlayButton } from './player/play-button.tsx'
import { TrackArt } from './track-art.tsx'
import { TrackLink } from './track-link.tsx'
import type { DisplayedTrack } from './track-title.ts'

type TopTrackCardProps = {
  track: DisplayedTrack
  /** It begins with the track. */
  playlist: Playlist
}

/** Rank 1, the only gold element of the page. */
export function TopTrackCard({ track, playlist }: TopTrackCardProps) {
  const isPlaying = useIsPlaying(track)
  return (
    <article
      aria-current={isPlaying || undefined}
      className="@container rounded-card border-2 border-gold bg-gold-soft p-4 sm:p-6"
    >
      <div className="grid grid-cols-1 gap-5 @lg:grid-cols-[14rem_minmax(0,1fr)] @lg:gap-6 @2xl:grid-cols-[20rem_minmax(0,1fr)] @2xl:gap-8">
        <TrackArt track={track} isUrgent />
        <div className="flex min-w-0 flex-col justify-between gap-5">
          <div className="flex items-center justify-between gap-3">
            <div className="flex items-center gap-3">
              <span className="grid size-11 place-items-center rounded-full bg-gold font-display text-2xl font-black text-on-gold">
                1
              </span>
              <span className="inline-flex items-center gap-1.5 font-display font-extrabold tracking-wide text-gold-ink">
                <Icon shape={Trophy} size={18} />
                TOP TRACK
              </span>
              <MovementMark movement={track.movement} className="text-base" />
            </div>
            <DaysBadge since={track.created_at} />
          </div>
          <div className="grid gap-1">
            <h2 className="text-3xl leading-tight font-extrabold tracking-tight text-pretty @2xl:text-4xl @4xl:text-5xl">
              <TrackLink track={track} />
            </h2>
            {track.artist && <p className="text-lg text-muted">{track.artist}</p>}
            <TrackRecord movement={track.movement} />
          </div>
          <PlayRow track={track} playlist={playlist} />
        </div>
      </div>
    </article>
  )
}

function PlayRow({ track, playlist }: TopTrackCardProps) {
  return (
    <div className="grid gap-3">
      <div className="flex min-h-22.5 flex-wrap content-center items-center gap-x-4 gap-y-1 border-t border-gold/40 pt-4">
        <PlayButton playlist={playlist} index={0} withLabel />
        <div className="ml-auto">
          <OpenOnSpotify track={track} withLabel />
        </div>
      </div>
      <NoPlayer tall />
    </div>
  )
}
