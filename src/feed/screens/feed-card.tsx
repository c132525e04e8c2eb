import { useId } from 'react'
import {
  DropDate,
  dropCard,
  dropPlaylist,
  FollowerCount,
  MovementLine,
  notePreview,
  stretchedLink,
} from '../../drops/screens/drop-card.tsx'
import { paths } from '../../platform/paths.ts'
import { PlayButton } from '../../tracks/screens/player/play-button.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import type { FeedItem } from '../feed.contract.ts'

type FeedCardProps = {
  item: FeedItem
  /** From 1. */
  position: number
  /** The number of drops in the feed; -1 while unknown. */
  size: number
}

/** A drop in the feed; the whole card opens it. */
export function FeedCard({
  item: { username, avatar, drop, tracks },
  position,
  size,
}: FeedCardProps) {
  const { brand } = useSite()
  const id = useId()
  return (
    <article
      tabIndex={-1}
      aria-posinset={position}
      aria-setsize={size}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-note`}
      className={classes(dropCard, 'gap-2.5')}
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
        {/* Above the link that covers the card. */}
        <div className="relative flex shrink-0 flex-row-reverse items-center gap-2.5">
          <PlayButton
            playlist={{ ...dropPlaylist(username, drop.drop_number), tracks }}
            withLabel
          />
        </div>
      </div>
      <MovementLine movement={drop.movement} />
      <p id={`${id}-note`} className={drop.note ? undefined : 'text-muted italic'}>
        {drop.note ? notePreview(drop.note) : `Dropped a new ${brand}`}
      </p>
    </article>
  )
}
