import { query } from '../../../ui/api.ts'
import { formatDate } from '../../../ui/format.ts'
import { skeletons } from '../../../ui/loading.tsx'
import { PagedRows, pageSize, usePagedQuery } from '../../../ui/paged-list.tsx'
import type { AccountEvent, AccountEventKind } from '../../activity/activity.schemas.ts'

const activityQuery = (page: number) =>
  query('GET /api/user/activity', { query: { page, pageSize } })
export const initialActivityQuery = activityQuery(1)

export function ActivityList() {
  const activity = usePagedQuery(activityQuery)
  return (
    <div className="grid grid-cols-1 gap-3">
      <h4 className="text-sm font-semibold">What happened</h4>
      <PagedRows
        query={activity}
        rowsOf={data => data.events}
        pagesLabel="Pages of what happened"
        errorTitle="Failed to load what happened. Please try again."
        loadingLabel="Loading what happened"
        skeleton={skeletons(3, 'h-9')}
        empty={<p className="text-sm text-muted">Nothing yet. The last year is kept here.</p>}
        className="grid grid-cols-1 gap-2"
      >
        {event => (
          <li
            key={event.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-4 text-sm"
          >
            <span className="wrap-anywhere">{textOf(event)}</span>
            <time dateTime={event.created_at} className="text-muted tabular-nums">
              {formatDate(event.created_at)}
            </time>
          </li>
        )}
      </PagedRows>
    </div>
  )
}

const textOf = ({ kind, detail }: AccountEvent) => texts[kind](detail && `@${detail}`)

const texts: Record<AccountEventKind, (name: string | null) => string> = {
  signed_in_on_new_network: () => 'Signed in from a new network',
  session_ended: () => 'A session was ended',
  password_changed: () => 'Password changed',
  email_changed: () => 'Email address changed',
  username_changed: name => `Username changed, from ${name}`,
  follower_removed: name => `Removed ${name ?? 'a follower'}`,
  follower_blocked: name => `Blocked ${name ?? 'a follower'}`,
  follower_unblocked: name => `Unblocked ${name ?? 'a follower'}`,
  followers_exported: () => 'Downloaded the list of followers',
  data_exported: () => 'Downloaded all data',
  data_imported: () => 'Imported data',
}
