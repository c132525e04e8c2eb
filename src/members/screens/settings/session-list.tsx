import { useQuery } from '@tanstack/react-query'
import { call, query } from '../../../ui/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { useFormatDate } from '../../../ui/dates.tsx'
import { QueryList } from '../../../ui/query-list.tsx'
import { RemovalButton } from '../../../ui/removal-button.tsx'
import type { SessionSummary } from '../../sessions/sessions.schemas.ts'

export const sessionsQuery = query('GET /api/user/sessions', {})

export function SessionList() {
  const sessions = useQuery(sessionsQuery)
  return (
    <QueryList
      query={sessions}
      rows={sessions.data?.sessions}
      errorTitle="Failed to load where you are signed in. Please try again."
      empty={null}
      className="grid grid-cols-1 divide-y divide-line rounded-control border border-line bg-surface px-4"
    >
      {session => <SessionRow key={session.id} session={session} />}
    </QueryList>
  )
}

function SessionRow({ session }: { session: SessionSummary }) {
  const formatDate = useFormatDate()
  const since = formatDate(session.created_at)
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="text-sm font-semibold">Since {since}</p>
        <p className="text-sm text-muted">Last used {formatDate(session.last_used_at)}</p>
      </div>
      {session.is_current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <RemovalButton
          label="End"
          of={`the session since ${since}`}
          send={() => call('DELETE /api/user/sessions/:id', { params: { id: session.id } })}
          done="Session ended"
          failed="Session not ended"
        />
      )}
    </li>
  )
}
