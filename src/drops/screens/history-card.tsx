import { paths } from '../../contract/paths.shared.ts'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { Link, stretchedLink } from '../../ui/routing/link.tsx'
import type { HistoryItem } from '../drops.schemas.ts'
import { FollowerCount, notePreview } from './drop-parts.tsx'

export function HistoryCard({ username, drop }: { username: string; drop: HistoryItem }) {
  return (
    <article className="relative flex gap-4 border-t border-line py-3.5 hover:bg-sunken sm:gap-6">
      <SevenCovers
        tracks={drop.tracks}
        layout="strip"
        className="w-38! shrink-0 self-start max-[22.5rem]:w-28! sm:w-53!"
      />
      <div className="grid min-w-0 content-start gap-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="font-display leading-tight font-extrabold sm:text-heading">
            <Link href={paths.drop(username, drop.drop_number)} newTab className={stretchedLink}>
              Drop #{drop.drop_number}
              <span className="sr-only"> (opens in a new tab)</span>
            </Link>
          </h3>
          <FollowerCount count={drop.drop_followers} />
        </div>
        <p
          dir="auto"
          className={drop.note ? 'text-sm leading-snug sm:text-base' : 'text-sm text-muted'}
        >
          {drop.note ? notePreview(drop.note) : 'This drop has no note'}
        </p>
      </div>
    </article>
  )
}
