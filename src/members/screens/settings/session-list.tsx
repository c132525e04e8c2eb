import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, failureCode, keyOf, query } from '../../../ui/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDate } from '../../../ui/format.ts'
import { skeletons } from '../../../ui/loading.tsx'
import { QueryList } from '../../../ui/query-list.tsx'
import { toast } from '../../../ui/toast.ts'
import type { SessionSummary } from '../../activity/activity.schemas.ts'

export const sessionsQuery = query('GET /api/user/sessions', {})

/** Where the member is signed in; each session but this one can be ended. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery)
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-sm font-semibold">Signed in</h3>
      <QueryList
        query={sessions}
        rows={sessions.data?.sessions}
        isFailed={sessions.isError}
        errorTitle="Failed to load where you are signed in. Please try again."
        loadingLabel="Loading where you are signed in"
        skeleton={skeletons(1, 'h-14')}
        empty={null}
        className="grid grid-cols-1 divide-y divide-line rounded-control border border-line bg-surface px-4"
      >
        {session => <SessionRow key={session.id} session={session} />}
      </QueryList>
    </div>
  )
}

function SessionRow({ session }: { session: SessionSummary }) {
  const client = useQueryClient()
  const since = formatDate(session.created_at)
  const end = useMutation({
    mutationFn: () => call('DELETE /api/user/sessions/:id', { params: { id: session.id } }),
    onSuccess: () => void toast('Session ended', { kind: 'success' }),
    onError: error => {
      if (failureCode(error) !== 'not_found')
        void toast('Session not ended', { description: 'Please try again.', kind: 'error' })
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyOf('GET /api/user/sessions') })
      void client.invalidateQueries({ queryKey: keyOf('GET /api/user/activity') })
    },
  })
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="text-sm font-semibold">Since {since}</p>
        <p className="text-sm text-muted">Last used {formatDate(session.last_used_at)}</p>
      </div>
      {session.is_current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <Button variant="secondary" size="sm" pending={end.isPending} onClick={() => end.mutate()}>
          End<span className="sr-only"> the session since {since}</span>
        </Button>
      )}
    </li>
  )
}
