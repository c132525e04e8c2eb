import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { query } from '../../ui/api.ts'
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
import { Switch } from '../../ui/switch.tsx'
import { usePageOf } from '../../ui/use-page-of.ts'
import { listFollowers } from '../follows.contract.ts'
import { FollowerRow } from './follower-row.tsx'

const pageSize = 10

type Status = 'verified' | 'unverified' | 'unsubscribed' | ''
const everybody = { status: '' as Status, onlyUsers: false, sort: 'desc' as 'asc' | 'desc' }

const followersQuery = (
  search: string,
  { status, onlyUsers, sort }: typeof everybody,
  page: number,
) =>
  query(listFollowers, {
    query: {
      search,
      sort,
      page,
      pageSize,
      ...(status && { status }),
      ...(onlyUsers && { onlyUsers: 'true' }),
    },
  })

/** What the list asks at first. */
export const firstFollowers = followersQuery('', everybody, 1)

/** Who follows the member, searched, filtered and sorted by the server. `nobody` is shown when there is no follower at all. */
export function FollowersList({ nobody }: { nobody: ReactNode }) {
  const { brand } = useSite()
  const { search, field, clear } = useSearchField()
  const [wanted, setWanted] = useState(everybody)
  const [page, setPage] = usePageOf(JSON.stringify([search, wanted]))
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...followersQuery(search, wanted, page),
    placeholderData: keepPreviousData,
  })
  const top = useRef<HTMLDivElement>(null)
  const filtered = search !== '' || wanted.status !== '' || wanted.onlyUsers
  return (
    <div ref={top} className="grid scroll-mt-4 grid-cols-1 gap-4">
      <ListTools
        search={<SearchField label="Search by email" inputMode="email" {...field} />}
        status={data && data.total > 0 && formatRange(page, pageSize, data.total, 'follower')}
      >
        <Select
          label="Status"
          value={wanted.status}
          onChange={event => setWanted({ ...wanted, status: event.target.value as Status })}
          options={statuses}
          className="min-w-0 grow basis-32 lg:w-40"
        />
        <Select
          label="Sort"
          value={wanted.sort}
          onChange={event => setWanted({ ...wanted, sort: event.target.value as 'asc' | 'desc' })}
          options={sorts}
          className="min-w-0 grow basis-32 lg:w-40"
        />
        <Switch
          checked={wanted.onlyUsers}
          onChange={event => setWanted({ ...wanted, onlyUsers: event.target.checked })}
        >
          Only {brand} users
        </Switch>
      </ListTools>
      {isError ? (
        <ErrorState
          title="Failed to load your followers. Please try again."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <Waiting />
      ) : data.followers.length > 0 ? (
        <ul
          aria-busy={isPlaceholderData}
          className={classes('grid grid-cols-1 gap-2', isPlaceholderData && 'opacity-60')}
        >
          {data.followers.map(follower => (
            <FollowerRow key={follower.id} follower={follower} />
          ))}
        </ul>
      ) : filtered ? (
        <EmptyState
          title="No followers match your criteria"
          action={
            <Button
              variant="secondary"
              onClick={() => {
                setWanted({ ...everybody, sort: wanted.sort })
                clear()
              }}
            >
              Clear filters
            </Button>
          }
        />
      ) : (
        nobody
      )}
      {data && !isError && (
        <Pager
          label="Pages of followers"
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

function Waiting() {
  return (
    <Loading label="Loading your followers" className="grid grid-cols-1 gap-2">
      {['a', 'b', 'c', 'd', 'e'].map(key => (
        <Skeleton key={key} className="h-21 rounded-card!" />
      ))}
    </Loading>
  )
}

const statuses = [
  { value: '', label: 'All Statuses' },
  { value: 'verified', label: 'Verified' },
  { value: 'unverified', label: 'Pending' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
]
const sorts = [
  { value: 'desc', label: 'Newest first' },
  { value: 'asc', label: 'Oldest first' },
]
