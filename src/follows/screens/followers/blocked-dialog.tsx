import { PagedRows, pageSize, usePagedQuery } from '../../../site/paged-list.tsx'
import { call, query } from '../../../ui/data/api.ts'
import { RemovalButton } from '../../../ui/forms/removal-button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { BreakableEmail } from '../../../ui/text/breakable.tsx'
import { useFormatDate } from '../../../ui/text/dates.tsx'
import type { BlockedFollower } from '../../followers/followers.schemas.ts'

export function BlockedDialog({ onClose }: { onClose: () => void }) {
  const blocked = usePagedQuery(page => ({
    ...query('GET /api/blocked-followers', { query: { page, pageSize } }),
    staleTime: 0,
  }))
  return (
    <Dialog
      onClose={onClose}
      title="Blocked people"
      description="They cannot follow you and get none of your drops by mail."
    >
      <PagedRows
        query={blocked}
        rowsOf={data => data.blocked}
        pagesLabel="Pages of blocked people"
        errorTitle="Failed to load whom you blocked. Please try again."
        empty={<p className="py-4 text-center">You have not blocked anyone.</p>}
        className="grid grid-cols-1 divide-y divide-line"
      >
        {follower => <BlockedRow key={follower.id} follower={follower} />}
      </PagedRows>
    </Dialog>
  )
}

function BlockedRow({ follower }: { follower: BlockedFollower }) {
  const formatDate = useFormatDate()
  const name = follower.username ? `@${follower.username}` : follower.email
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="leading-snug font-bold wrap-anywhere">
          {follower.email ? <BreakableEmail email={follower.email} /> : name}
        </p>
        <p className="text-sm text-muted">Blocked on {formatDate(follower.blocked_at)}</p>
      </div>
      <RemovalButton
        label="Unblock"
        of={String(name)}
        send={() => call('DELETE /api/blocked-followers/:id', { params: { id: follower.id } })}
        done={`${name} can follow you again`}
        failed="Not unblocked"
      />
    </li>
  )
}
