import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ApiError } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatRange } from '../../ui/format.ts'
import { ListTools } from '../../ui/list-tools.tsx'
import { Loading, Skeleton } from '../../ui/loading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField, useSearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useSite } from '../../ui/site.tsx'
import { SortDirectionButton } from '../../ui/sort-direction-button.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageOf } from '../../ui/use-page-of.ts'
import { MemberCard } from './member-card.tsx'
import { type MemberSort, membersQuery, newestFirst, pageSize } from './members-query.ts'

/** The members, searched, sorted and paged by the server. */
export function MembersList() {
  const { brand } = useSite()
  const { search, field, clear } = useSearchField()
  const [wanted, setWanted] = useState(newestFirst)
  const [page, setPage] = usePageOf(JSON.stringify([search, wanted]))
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...membersQuery(search, wanted, page),
    placeholderData: keepPreviousData,
  })
  useSayFailure(error)
  const top = useRef<HTMLDivElement>(null)
  return (
    <div ref={top} className="grid scroll-mt-4 grid-cols-1 gap-4">
      <ListTools
        search={<SearchField label="Search by username" {...field} />}
        status={data && data.total > 0 && formatRange(page, pageSize, data.total, brand)}
      >
        <Select
          label="Sort by"
          value={wanted.sortBy}
          onChange={event => setWanted({ ...wanted, sortBy: event.target.value as MemberSort })}
          options={sorts}
          className="min-w-0 grow max-sm:basis-36 sm:w-44"
        />
        <SortDirectionButton
          direction={wanted.sortDirection}
          onChange={sortDirection => setWanted({ ...wanted, sortDirection })}
        />
      </ListTools>
      {error ? (
        <ErrorState
          title={`Failed to fetch ${brand}s list`}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <Waiting label={`Loading the ${brand}s`} />
      ) : data.users.length > 0 ? (
        <ul
          aria-busy={isPlaceholderData}
          className={classes(grid, isPlaceholderData && 'opacity-60')}
        >
          {data.users.map(member => (
            <MemberCard key={member.id} member={member} />
          ))}
        </ul>
      ) : search ? (
        <EmptyState
          title="No results found"
          action={
            <Button variant="secondary" onClick={clear}>
              Clear search
            </Button>
          }
        />
      ) : (
        <EmptyState title={`No ${brand}s found`}>There are no {brand}s in the system</EmptyState>
      )}
      {data && !error && (
        <Pager
          label={`Pages of ${brand}s`}
          page={page}
          pageSize={pageSize}
          total={data.total}
          onPageChange={setPage}
          top={top}
        />
      )}
    </div>
  )
}

/** Whoever is no admin any more is told and sent away; other failures are told, and stay in place of the list. */
function useSayFailure(error: ApiError | null) {
  const { brand } = useSite()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!error) return
    if (error.code !== 'forbidden') {
      void toast('Error', { description: `Failed to fetch ${brand}s list`, kind: 'error' })
      return
    }
    void toast('Access Denied', {
      description: 'You do not have admin privileges',
      kind: 'error',
    })
    navigate('/', { replace: true })
  }, [error, brand, navigate])
}

function Waiting({ label }: { label: string }) {
  return (
    <Loading label={label} className={grid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
        <Skeleton key={key} className="h-30 rounded-card!" />
      ))}
    </Loading>
  )
}

const grid = 'grid grid-cols-1 gap-3 md:grid-cols-2'

const sorts: { value: MemberSort; label: string }[] = [
  { value: 'created_at', label: 'Created At' },
  { value: 'username', label: 'Username' },
  { value: 'follower_count', label: 'Follower Count' },
  { value: 'drop_count', label: 'Drop Count' },
  { value: 'last_drop_date', label: 'Last Drop Date' },
]
