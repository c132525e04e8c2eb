import { useId } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import type { Playlist } from '../../player/screens/now-playing.ts'
import { PlayButton } from '../../player/screens/play-button.tsx'
import { TimelineDay } from '../../site/timeline.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { queryOrNull } from '../../ui/data/api.ts'
import { Link } from '../../ui/routing/link.tsx'
import { formatDate, pluralize } from '../../ui/text/format.ts'
import type { Week } from '../feed.schemas.ts'

/** Null for a visitor. */
export const weekQuery = queryOrNull('GET /api/feed/week', {}, 'not_signed_in')

const title = 'Number ones of the week'
/** Two rows on phones. */
const maxCovers = 6

/** What everybody one follows has put first since a Friday, to play one after the other; nothing if it is one track. */
export function NumberOnesCard({ week: { since, numberOnes } }: { week: Week }) {
  const id = useId()
  // A track that several members have first plays once.
  const tracks = [
    ...new Map(numberOnes.map(({ track }) => [track.spotify_track_id, track])).values(),
  ]
  if (tracks.length < 2) return null
  const playlist: Playlist = { name: title, href: paths.feed, tracks }
  return (
    <TimelineDay label={<div aria-hidden="true">This week</div>}>
      <article aria-labelledby={id} className="grid grid-cols-1 gap-3.5 border-t border-ink pt-3.5">
        <div className="flex items-center gap-3">
          <div className="min-w-0 grow">
            <h2 id={id} className="text-heading leading-snug font-extrabold tracking-tight">
              {title}
            </h2>
            <p className="text-sm text-muted">
              {pluralize(numberOnes.length, 'person')} dropped since Friday, {formatDate(since)}
            </p>
          </div>
          <div className="flex shrink-0 flex-row-reverse items-center gap-2.5 max-sm:[&>span]:hidden">
            <PlayButton playlist={playlist} withLabel />
          </div>
        </div>
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6 sm:gap-3">
          {numberOnes.slice(0, maxCovers).map(({ username, drop_number, track }) => (
            <li key={username} className="@container min-w-0">
              <Link
                href={paths.drop(username, drop_number)}
                className="grid grid-cols-1 gap-1 text-[0.8125rem] font-semibold hover:underline"
              >
                <TrackArt track={track} isUrgent />
                <span className="sr-only">{trackTitle(track)}, number one of</span>
                <span
                  translate="no"
                  className="truncate @max-[5rem]:wrap-anywhere @max-[5rem]:whitespace-normal"
                >
                  {username}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </article>
    </TimelineDay>
  )
}
