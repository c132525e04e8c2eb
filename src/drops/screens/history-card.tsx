import { ExternalLink } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import type { DropListItem } from '../drops.schemas.ts'
import { dropCard, FollowerCount, MovementLine, notePreview, stretchedLink } from './drop-parts.tsx'

export function HistoryCard({ username, drop }: { username: string; drop: DropListItem }) {
  return (
    <article
      className={classes(
        dropCard,
        'gap-2',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-display text-heading font-extrabold">
          <Link
            href={paths.drop(username, drop.drop_number)}
            newTab
            className={classes(stretchedLink, 'inline-flex items-center gap-2')}
          >
            Drop #{drop.drop_number}
            <Icon shape={ExternalLink} size={16} className="text-muted" />
            <span className="sr-only">(opens in a new tab)</span>
          </Link>
        </h3>
        <FollowerCount count={drop.drop_followers} />
      </div>
      <MovementLine movement={drop.movement} />
      {drop.note ? (
        <p>{notePreview(drop.note)}</p>
      ) : (
        <p className="text-muted italic">This drop has no note</p>
      )}
    </article>
  )
}
