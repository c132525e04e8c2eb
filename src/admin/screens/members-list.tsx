import { useEffect, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import type { QueryOf } from '../../platform/http/endpoint.shared.ts'
import { EmptyState } from '../../site/empty-state.tsx'
import { PagedList, pageSize, usePagedQuery } from '../../site/paged-list.tsx'
import { useSite } from '../../site/site.tsx'
import { type ApiError, query } from '../../ui/data/api.ts'
import { choiceIn, pageIn, textIn, useSearchState } from '../../ui/data/use-search-state.ts'
import { useSearchField } from '../../ui/forms/search-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { SortDirectionButton } from '../../ui/forms/sort-direction-button.tsx'
import { toastError } from '../../ui/overlays/toast.ts'
import { navigate } from '../../ui/routing/router.tsx'
import type { AdminRow, listAllMembers } from '../admin.schemas.ts'
import { MemberCard } from './member-card.tsx'
import { ModerationDialog } from './moderation-dialog.tsx'

type SortKey = QueryOf<typeof listAllMembers>['sortBy']

const sortLabels: Record<SortKey, string> = {
  created_at: 'Created At',
  username: 'Username',
  follower_count: 'Follower Count',
  drop_count: 'Drop Count',
  last_drop_date: 'Last Drop Date',
}
const sortKeys = Object.keys(sortLabels) as [SortKey, ...SortKey[]]

const stateIn = (query: URLSearchParams) => ({
  search: textIn(query, 'search'),
  sortBy: choiceIn(query, 'sortBy', sortKeys),
  sortDirection: choiceIn(query, 'sortDirection', ['desc', 'asc']),
  page: pageIn(query, 'page'),
})

export const membersQuery = (search: URLSearchParams) => membersQueryOf(stateIn(search))

const membersQueryOf = (state: ReturnType<typeof stateIn>) =>
  query('GET /api/admin/radrs', { query: { ...state, pageSize } })

export function MembersList() {
  const { brand } = useSite()
  const [state, change] = useSearchState(stateIn)
  const search = useSearchField(state.search, text => change({ search: text, page: 1 }))
  const [moderated, setModerated] = useState<AdminRow | null>(null)
  const members = usePagedQuery(page => membersQueryOf({ ...state, page }), pageSize, [
    state.page,
    page => change({ page }),
  ])
  useReportError(members.error)
  return (
    <>
      <PagedList
        query={members}
        rowsOf={({ users }) => users}
        noun={brand}
        className="border-b border-line"
        search={search}
        searchField={{ label: 'Search by username' }}
        controls={
          <>
            <Select
              label="Sort by"
              value={state.sortBy}
              onChange={event => change({ sortBy: event.target.value as SortKey, page: 1 })}
              options={sortKeys.map(value => ({ value, label: sortLabels[value] }))}
              className="min-w-0 grow max-sm:basis-36 sm:w-44"
            />
            <SortDirectionButton
              direction={state.sortDirection}
              onChange={sortDirection => change({ sortDirection, page: 1 })}
            />
          </>
        }
        errorTitle={`Failed to fetch ${brand}s list`}
        empty={
          <EmptyState title={`No ${brand}s found`}>There are no {brand}s in the system</EmptyState>
        }
      >
        {member => (
          <MemberCard key={member.id} member={member} onModerate={() => setModerated(member)} />
        )}
      </PagedList>
      {moderated && <ModerationDialog member={moderated} onClose={() => setModerated(null)} />}
    </>
  )
}

/** Shows a toast; a member who is no longer an admin is redirected. */
function useReportError(error: ApiError | null) {
  const { brand } = useSite()
  useEffect(() => {
    if (!error) return
    if (error.code !== 'forbidden') {
      void toastError('Error', `Failed to fetch ${brand}s list`)
      return
    }
    void toastError('Access Denied', 'You do not have admin privileges')
    navigate(paths.landing, { replace: true })
  }, [error, brand])
}
