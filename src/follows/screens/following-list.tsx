import { useState } from 'react'
import { paths } from '../../platform/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { pluralize } from '../../ui/format.ts'
import { ListTools } from '../../ui/list-tools.tsx'
import { Loading, Skeleton } from '../../ui/loading.tsx'
import { SearchField, useSearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useSite } from '../../ui/site.tsx'
import { type SortDirection, SortDirectionButton } from '../../ui/sort-direction-button.tsx'
import type { Followed } from '../follows.contract.ts'
import { FollowingCard } from './following-card.tsx'
import { type FollowedSort, sortFollowed } from './sort-followed.ts'
import { useFollowing } from './use-following.ts'

type FollowingListProps = {
  sorts: { value: FollowedSort; label: string }[]
  /** What the list is sorted by at first, downwards. */
  firstSort: FollowedSort
}

/** Whom the member follows, searched and sorted here: the call gives all of them at once. */
export function FollowingList({ sorts, firstSort }: FollowingListProps) {
  const { brand } = useSite()
  const { data, isError, isFetching, refetch } = useFollowing()
  const { search, field, clear } = useSearchField()
  const [sort, setSort] = useState(firstSort)
  const [direction, setDirection] = useState<SortDirection>('desc')
  const { withLeft, leave, rejoin, hasLeft } = useLeft()
  const all = data && withLeft(data)
  const shown = all && sortFollowed(all, { search, sort, direction })
  const still = shown?.filter(one => !hasLeft(one)).length ?? 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListTools
        search={<SearchField label="Search by username" {...field} />}
        status={still > 0 && pluralize(still, brand)}
      >
        <Select
          label="Sort by"
          options={sorts}
          value={sort}
          onChange={event => setSort(event.target.value as FollowedSort)}
          className="min-w-0 grow max-sm:basis-36 sm:w-40"
        />
        <SortDirectionButton direction={direction} onChange={setDirection} />
      </ListTools>
      {shown && shown.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {shown.map(followed => (
            <FollowingCard
              key={followed.username}
              followed={followed}
              left={hasLeft(followed)}
              onLeft={() => leave(followed)}
              onRejoined={() => rejoin(followed)}
            />
          ))}
        </ul>
      )}
      {shown?.length === 0 &&
        (search ? (
          <EmptyState
            title="No results found"
            action={
              <Button variant="secondary" onClick={clear}>
                Clear search
              </Button>
            }
          />
        ) : (
          <EmptyState
            title={`You aren't following any ${brand}s yet`}
            action={<Button href={paths.charts}>Discover Top {brand}s</Button>}
          />
        ))}
      {!shown &&
        (isError ? (
          <ErrorState
            title="Failed to load who you follow. Please try again."
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading label="Loading who you follow" className="grid grid-cols-1 gap-3 md:grid-cols-2">
            {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
              <Skeleton key={key} className="h-26 rounded-card!" />
            ))}
          </Loading>
        ))}
    </div>
  )
}

/** Those unfollowed a moment ago stay where they were, so that they can be followed again, until the list is left. */
function useLeft() {
  const [left, setLeft] = useState<Followed[]>([])
  const hasLeft = ({ username }: Followed) => left.some(one => one.username === username)
  return {
    hasLeft,
    withLeft: (followed: Followed[]) => [...followed.filter(one => !hasLeft(one)), ...left],
    leave: (followed: Followed) => setLeft(others => [...others, followed]),
    rejoin: ({ username }: Followed) =>
      setLeft(others => others.filter(one => one.username !== username)),
  }
}
