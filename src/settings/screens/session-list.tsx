import { useQuery } from '@tanstack/react-query'
import type { SessionSummary } from '../../members/sessions/sessions.schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import { call, query } from '../../ui/data/api.ts'
import { QueryList } from '../../ui/data/query-list.tsx'
import { RemovalButton } from '../../ui/forms/removal-button.tsx'
import { useFormatDate } from '../../ui/text/dates.tsx'

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
        <Badge variant="good">This browser</Badge>
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
