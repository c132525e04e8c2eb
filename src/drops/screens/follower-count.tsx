import Users from 'lucide-react/icons/users'
import { pluralize } from '../../ui/format.ts'

/** How many followers a member had when the drop was made. */
export function FollowerCount({ count }: { count: number }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-sm text-muted">
      <Users size={15} aria-hidden="true" />
      {pluralize(count, 'follower')}
    </span>
  )
}
