import { useQuery } from '@tanstack/react-query'
import { query } from '../../ui/data/api.ts'
import { ErrorState } from '../../ui/data/error-state.tsx'
import { Loading, Skeleton } from '../../ui/data/loading.tsx'

/** What `mail status` says on the server. */
export function MailStatus() {
  const status = useQuery(query('GET /api/admin/mail', {}))
  if (status.data) return <p className="text-sm wrap-anywhere">{status.data.status}</p>
  if (status.isError) return <ErrorState title="Failed to load the state of mail" query={status} />
  return (
    <Loading label="Loading the state of mail">
      <Skeleton className="h-10" />
    </Loading>
  )
}
