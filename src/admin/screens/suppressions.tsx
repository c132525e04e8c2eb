import { useState } from 'react'
import { PagedList, pageSize, usePagedQuery } from '../../site/paged-list.tsx'
import { call, query } from '../../ui/data/api.ts'
import { RemovalButton } from '../../ui/forms/removal-button.tsx'
import { useSearchField } from '../../ui/forms/search-field.tsx'
import { formatDate } from '../../ui/text/format.ts'
import type { Suppression } from '../suppressions/suppressions.schemas.ts'

/** Emails that get no drop mail, each with the reason and a button that lifts it. */
export function Suppressions() {
  const [address, setAddress] = useState('')
  const [page, setPage] = useState(1)
  const search = useSearchField(address, text => {
    setAddress(text)
    setPage(1)
  })
  const suppressions = usePagedQuery(
    shown => query('GET /api/admin/suppressions', { query: { address, page: shown, pageSize } }),
    pageSize,
    [page, setPage],
  )
  return (
    <PagedList
      query={suppressions}
      rowsOf={data => data.suppressions}
      noun="suppression"
      search={search}
      searchField={{ label: 'Find a whole address', inputMode: 'email' }}
      errorTitle="Failed to load the suppressed addresses"
      empty={<p className="text-sm text-muted">Every address gets its mail.</p>}
      className="divide-y divide-line border-y border-line"
    >
      {suppression => <SuppressionRow key={suppression.id} suppression={suppression} />}
    </PagedList>
  )
}

const reasons: Record<Suppression['reason'], string> = {
  hard: 'The mailbox does not exist',
  soft: 'Mail was returned several times',
  complaint: 'Called our mail spam',
}

function SuppressionRow({ suppression }: { suppression: Suppression }) {
  const { id, address, username, reason, detail, created_at, until } = suppression
  return (
    <li className="flex items-center gap-3 py-3 text-sm">
      <div className="grid min-w-0 grow gap-1">
        <p className="break-words">
          <span className="font-semibold">{address}</span>
          {username && ` · @${username}`}
        </p>
        <p>
          {reasons[reason]} · {formatDate(created_at)}
          {until && ` to ${formatDate(until)}`}
        </p>
        <p className="break-words text-muted">{detail}</p>
      </div>
      <RemovalButton
        label="Send again"
        of={`to ${address}`}
        send={() => call('DELETE /api/admin/suppressions/:id', { params: { id } })}
        done={`Mail to ${address} is sent again`}
        failed="Nothing was changed"
      />
    </li>
  )
}
