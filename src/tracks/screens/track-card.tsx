import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { classes } from '../../ui/classes.ts'
import { DaysBadge } from './days-badge.tsx'
import { PlayButton } from './play-button.tsx'
import { SpotifyLink } from './spotify-link.tsx'
import { TopTrackCard } from './top-track-card.tsx'
import { TrackArt } from './track-art.tsx'
import { NoPlayer, TrackPlayer } from './track-player.tsx'
import { type DisplayedTrack, trackTitle, unavailableText } from './track-title.ts'
import { useNowPlaying } from './use-now-playing.ts'

type TrackCardProps = {
  track: DisplayedTrack
  /** 0 is the top track. */
  index: number
  /** `cover`: the artwork over its caption, from 640 px up. `row`: beside it everywhere. */
  look?: 'cover' | 'row'
}

/** A track that can be played but not changed. */
export function TrackCard({ track, index, look = 'cover' }: TrackCardProps) {
  if (index === 0) return <TopTrackCard track={track} />
  return <LowerTrackCard track={track} rank={index + 1} look={look} />
}

/** Ranks 2 to 7. The player takes the caption's place. */
function LowerTrackCard({
  track,
  rank,
  look,
}: {
  track: DisplayedTrack
  rank: number
  look: 'cover' | 'row'
}) {
  const { playing, play } = useNowPlaying()
  const isDev = useCurrentUser()?.is_dev_user
  const cover = look === 'cover'
  return (
    <article
      className={classes(
        'grid h-full grid-cols-[1.5rem_4rem_minmax(0,1fr)] items-center gap-x-3 rounded-card border border-line bg-surface p-3 sm:p-4',
        cover
          ? 'sm:grid-cols-[auto_minmax(0,1fr)] sm:grid-rows-[auto_1fr]'
          : 'sm:grid-cols-[2rem_5rem_minmax(0,1fr)] lg:grid-cols-[2rem_8rem_minmax(0,1fr)] lg:gap-x-4',
      )}
    >
      <span
        className={classes(
          'text-center font-display text-3xl font-extrabold sm:text-4xl',
          cover && 'sm:order-2 sm:min-w-7 sm:text-left',
        )}
      >
        <span className="sr-only">Number </span>
        {rank}
      </span>
      <TrackArt
        track={track}
        className={classes(cover && 'sm:order-1 sm:col-span-2 sm:mb-2', playing && 'max-sm:hidden')}
      />
      {playing ? (
        <div
          className={classes('grid min-h-24 items-center max-sm:col-span-2', cover && 'sm:order-3')}
        >
          <h2 className="sr-only">{trackTitle(track)}</h2>
          <TrackPlayer track={track} />
        </div>
      ) : (
        <div className={classes('grid min-w-0 gap-2', cover && 'sm:order-3')}>
          <div className="flex min-h-24 min-w-0 items-center gap-2">
            <div className="min-w-0 grow">
              <h2 className="line-clamp-2 leading-snug font-bold">{trackTitle(track)}</h2>
              {track.artist && <p className="truncate text-sm text-muted">{track.artist}</p>}
              {track.gone && <p className="text-sm text-muted">{unavailableText}</p>}
              <div className="-ml-2 flex items-center gap-1">
                <SpotifyLink track={track} />
                <DaysBadge since={track.created_at} />
              </div>
            </div>
            {!isDev && <PlayButton title={trackTitle(track)} onClick={play} />}
          </div>
          {isDev && <NoPlayer />}
        </div>
      )}
    </article>
  )
}
