import { useId } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { dropPlaylist, FollowerCount, notePreview } from '../../drops/screens/drop-parts.tsx'
import { PlayButton } from '../../player/screens/play-button.tsx'
import { useSite } from '../../site/site.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { NumberOne } from '../../tracks/screens/number-one.tsx'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Link, stretchedLink } from '../../ui/routing/link.tsx'
import { DateOf } from '../../ui/text/dates.tsx'
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
  const [first, ...others] = tracks
  return (
    <article
      tabIndex={-1}
      aria-posinset={position}
      aria-setsize={size}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-note`}
      className="relative grid grid-cols-1 content-start gap-x-6 gap-y-3 border-t border-ink pt-3.5 sm:grid-cols-[28rem_minmax(0,1fr)] sm:grid-rows-[auto_auto_1fr]"
    >
      <div className="flex items-center gap-3 sm:col-span-2">
        <Avatar name={username} src={avatar} />
        <div className="min-w-0 grow">
          <h2 id={`${id}-name`} className="leading-snug font-bold">
            <Link
              translate="no"
              href={paths.drop(username, drop.drop_number)}
              className={stretchedLink}
            >
              {`@${username}`}
            </Link>
          </h2>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>Drop #{drop.drop_number}</span>
            <FollowerCount count={drop.drop_followers} />
            <span className="sr-only">
              <DateOf at={drop.created_at} />
            </span>
          </p>
        </div>
        {/* Above the link that covers the card. */}
        <div className="relative shrink-0">
          <PlayButton
            playlist={{ ...dropPlaylist(username, drop.drop_number), tracks }}
            look="outlined"
            withLabel
          />
        </div>
      </div>
      <SevenCovers
        tracks={tracks}
        layout="strip"
        hasPriority={position === 1}
        sizes="(min-width: 40rem) 12rem, 40vw"
        className="self-start max-sm:-mx-4 max-sm:w-auto sm:row-span-2"
      />
      {first && <NumberOne track={first} />}
      <div className="grid content-start gap-3">
        <p
          id={`${id}-note`}
          dir="auto"
          className={
            drop.note
              ? 'font-display text-lg leading-[1.2] font-bold tracking-tight text-pretty sm:text-xl'
              : 'text-muted'
          }
        >
          {drop.note ? notePreview(drop.note) : `Dropped a new ${brand}`}
        </p>
        <Titles tracks={others} />
      </div>
    </article>
  )
}

/** Titles from number two on, if there is room beside the covers. Screen readers read them on phones, too. */
const Titles = ({ tracks }: { tracks: FeedItem['tracks'] }) => (
  <ol className="grid grid-cols-2 gap-x-4 text-sm text-muted max-sm:sr-only">
    {tracks.map((track, index) => (
      <li key={track.spotify_track_id} className="flex min-w-0 gap-1.5">
        <span className="tabular-nums">{index + 2}</span>
        <bdi translate="no" className="truncate">
          {trackTitle(track)}
          {track.artist && <span className="sr-only"> – {track.artist}</span>}
        </bdi>
      </li>
    ))}
  </ol>
)
