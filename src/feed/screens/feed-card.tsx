import { useId } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import {
  DropDate,
  dropCard,
  dropPlaylist,
  FollowerCount,
  MovementLine,
  notePreview,
  stretchedLink,
} from '../../drops/screens/drop-parts.tsx'
import { PlayButton } from '../../tracks/screens/player/play-button.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import type { FeedItem } from '../feed.schemas.ts'

type FeedCardProps = {
  item: FeedItem
  position: number
  size: number
}

export function FeedCard({ item, position, size }: FeedCardProps) {
  const { username, avatar, drop, tracks } = item
  const { brand } = useSite()
  const id = useId()
  return (
    <article
      tabIndex={-1}
      aria-posinset={position}
      aria-setsize={size}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-note`}
      className={classes(dropCard, '@container gap-2.5')}
    >
      <div className="flex items-center gap-3">
        <Avatar name={username} src={avatar} />
        <div className="min-w-0 grow">
          <h2 id={`${id}-name`} className="leading-snug font-bold">
            <Link href={paths.drop(username, drop.drop_number)} className={stretchedLink}>
              @{username}
            </Link>
          </h2>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>Drop #{drop.drop_number}</span>
            <FollowerCount count={drop.drop_followers} />
            <span className="sr-only">
              <DropDate at={drop.created_at} />
            </span>
          </p>
        </div>
        {/* Above the link that covers the card. On phones without the word Play, for longer names. */}
        <div className="relative flex shrink-0 flex-row-reverse items-center gap-2.5 max-sm:[&>[aria-hidden]]:hidden">
          <PlayButton
            playlist={{ ...dropPlaylist(username, drop.drop_number), tracks }}
            withLabel
          />
        </div>
      </div>
      <Covers tracks={tracks} isUrgent={position === 1} />
      <MovementLine movement={drop.movement} />
      <p id={`${id}-note`} className={drop.note ? undefined : 'text-muted italic'}>
        {drop.note ? notePreview(drop.note) : `Dropped a new ${brand}`}
      </p>
    </article>
  )
}

type CoversProps = {
  tracks: FeedItem['tracks']
  isUrgent: boolean
}

function Covers({ tracks: [first, ...others], isUrgent }: CoversProps) {
  if (!first) return null
  return (
    <div className="grid grid-cols-[--spacing(24)_minmax(0,1fr)] gap-x-3.5 gap-y-2 py-1 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:gap-x-5">
      <TrackArt track={first} isUrgent={isUrgent} className="sm:row-span-2" />
      <div className="grid min-w-0 content-center gap-0.5 sm:content-start sm:pt-1">
        <span className="sr-only">Number 1: </span>
        <bdi className="line-clamp-2 text-heading @max-[11rem]:line-clamp-none font-extrabold tracking-tight">
          {trackTitle(first)}
        </bdi>
        {first.artist && (
          <bdi className="truncate text-muted @max-[11rem]:whitespace-normal">{first.artist}</bdi>
        )}
      </div>
      {others.length > 0 && (
        <ol start={2} className="col-span-2 grid max-w-96 grid-cols-6 gap-2 self-end sm:col-span-1">
          {others.map(track => (
            <li key={track.spotify_track_id}>
              <TrackArt track={track} />
              <span className="sr-only">
                {[trackTitle(track), track.artist].filter(Boolean).join(' – ')}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
