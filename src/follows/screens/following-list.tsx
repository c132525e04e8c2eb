import { useState } from 'react'
import { paths } from '../../platform/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, NoResults } from '../../ui/empty-state.tsx'
import { pluralize } from '../../ui/format.ts'
import { ListTools } from '../../ui/list-tools.tsx'
import { skeletons } from '../../ui/loading.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import { SearchField, useSearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useSite } from '../../ui/site.tsx'
import { type SortDirection, SortDirectionButton } from '../../ui/sort-direction-button.tsx'
import type { Followed } from '../follows.contract.ts'
import { FollowingCard } from './following-card.tsx'
import { type FollowedSort, sortFollowed } from './sort-followed.ts'
import { useFollowing } from './use-following.ts'

type FollowingListProps = {
  sortOptions: { value: FollowedSort; label: string }[]
  initialSort: FollowedSort
}

/** Whom the member follows. Searched and sorted in the browser, because the call returns all of them. */
export function FollowingList({ sortOptions, initialSort }: FollowingListProps) {
  const { brand } = useSite()
  const following = useFollowing()
  const { search, field, clear } = useSearchField()
  const [sort, setSort] = useState(initialSort)
  const [direction, setDirection] = useState<SortDirection>('desc')
  const unfollowed = useUnfollowed()
  const rows =
    following.data && sortFollowed(unfollowed.addTo(following.data), { search, sort, direction })
  const count = rows?.filter(row => !unfollowed.has(row)).length ?? 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListTools
        search={<SearchField label="Search by username" {...field} />}
        status={count > 0 && pluralize(count, brand)}
      >
        <Select
          label="Sort by"
          options={sortOptions}
          value={sort}
          onChange={event => setSort(event.target.value as FollowedSort)}
          className="min-w-0 grow max-sm:basis-36 sm:w-40"
        />
        <SortDirectionButton direction={direction} onChange={setDirection} />
      </ListTools>
      <QueryList
        query={following}
        rows={rows}
        isFailed={following.isError && !rows}
        className="grid grid-cols-1 gap-3 md:grid-cols-2"
        errorTitle="Failed to load who you follow. Please try again."
        loadingLabel="Loading who you follow"
        skeleton={skeletons(6, 'h-26 rounded-card!')}
        empty={
          search ? (
            <NoResults onClear={clear} />
          ) : (
            <EmptyState
              title={`You aren't following any ${brand}s yet`}
              action={<Button href={paths.charts}>Discover Top {brand}s</Button>}
            />
          )
        }
      >
        {followed => (
          <FollowingCard
            key={followed.username}
            followed={followed}
            isUnfollowed={unfollowed.has(followed)}
            onUnfollow={() => unfollowed.add(followed)}
            onFollowAgain={() => unfollowed.remove(followed)}
          />
        )}
      </QueryList>
    </div>
  )
}

/** Members unfollowed here stay in the list until it is closed, so that they can be followed again. */
function useUnfollowed() {
  const [unfollowed, setUnfollowed] = useState<Followed[]>([])
  const has = ({ username }: Followed) => unfollowed.some(one => one.username === username)
  return {
    has,
    add: (followed: Followed) => setUnfollowed(others => [...others, followed]),
    remove: ({ username }: Followed) =>
      setUnfollowed(others => others.filter(one => one.username !== username)),
    addTo: (rows: Followed[]) => [...rows.filter(row => !has(row)), ...unfollowed],
  }
}
