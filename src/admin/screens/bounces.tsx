import { useQuery } from '@tanstack/react-query'
import { query } from '../../ui/data/api.ts'
import { QueryList } from '../../ui/data/query-list.tsx'
import { formatDate } from '../../ui/text/format.ts'
import type { Bounce } from '../suppressions/suppressions.schemas.ts'

const kinds: Record<Bounce['kind'], string> = {
  hard: 'returned for good',
  soft: 'returned for now',
  complaint: 'called spam',
}

/** The latest mails that came back. */
export function Bounces() {
  const bounces = useQuery(query('GET /api/admin/bounces', {}))
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="font-semibold">Latest returned mail</h2>
      <QueryList
        query={bounces}
        rows={bounces.data}
        errorTitle="Failed to load the returned mail"
        empty={<p className="text-sm text-muted">No mail was returned.</p>}
        className="divide-y divide-line border-y border-line"
      >
        {({ id, address, kind, detail, created_at }) => (
          <li key={id} className="grid gap-1 py-3 text-sm">
            <p className="break-words">
              <span className="font-semibold">{address}</span> {kinds[kind]}
              <span className="text-muted">{` · ${formatDate(created_at)}`}</span>
            </p>
            <p className="break-words text-muted">{detail}</p>
          </li>
        )}
      </QueryList>
    </section>
  )
}
