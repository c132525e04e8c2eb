import { useRef, useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, NoResults } from '../../../ui/empty-state.tsx'
import { pluralize } from '../../../ui/format.ts'
import { ListTools } from '../../../ui/list-tools.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { skeletons } from '../../../ui/loading.tsx'
import { QueryList } from '../../../ui/query-list.tsx'
import { SearchField, useSearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useSite } from '../../../ui/site.tsx'
import { type SortDirection, SortDirectionButton } from '../../../ui/sort-direction-button.tsx'
import type { Followed, FollowedSort } from '../../follows.schemas.ts'
import { FollowingCard } from './following-card.tsx'
import { useFollowing } from './use-following.ts'

type FollowingListProps = {
  sortOptions: { value: FollowedSort; label: string }[]
  initialSort: FollowedSort
}

/** Whom the member follows. More are loaded by scrolling or by the button. */
export function FollowingList({ sortOptions, initialSort }: FollowingListProps) {
  const { brand } = useSite()
  const list = useRef<HTMLDivElement>(null)
  const { search, field, clear } = useSearchField()
  const [sort, setSort] = useState(initialSort)
  const [direction, setDirection] = useState<SortDirection>('desc')
  const following = useFollowing({ search, sort, direction })
  const unfollowed = useUnfollowed(`${search} ${sort} ${direction}`)
  const pages = following.data?.pages
  const followed = pages && withoutDuplicates(pages.flatMap(page => page.following))
  const rows = followed && unfollowed.addTo(followed)
  const total = pages?.at(-1)?.total ?? 0
  const count = total - (followed?.filter(unfollowed.has).length ?? 0)
  return (
    <div ref={list} className="grid grid-cols-1 gap-4">
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
        {(followed, index) => (
          <FollowingCard
            key={followed.username}
            followed={followed}
            isUnfollowed={unfollowed.has(followed)}
            onUnfollow={() => unfollowed.add(followed, index)}
            onFollowAgain={() => unfollowed.remove(followed)}
          />
        )}
      </QueryList>
      {rows && following.hasNextPage && (
        <LoadMore
          query={following}
          loadingText="Loading more members..."
          errorTitle="Failed to load more members. Please try again."
          onLoaded={() =>
            list.current?.querySelector<HTMLElement>(`li:nth-child(${rows.length + 1}) a`)?.focus()
          }
        />
      )}
    </div>
  )
}

/** A page repeats members of the one before it when others were followed meanwhile. */
function withoutDuplicates(rows: Followed[]): Followed[] {
  return [...new Map(rows.map(row => [row.followId, row])).values()]
}

/**
 * Members unfollowed here stay at their place until the list is closed or ordered in another way, so that
 * they can be followed again.
 */
function useUnfollowed(order: string) {
  const [state, setState] = useState<{ order: string; members: UnfollowedMember[] }>({
    order,
    members: [],
  })
  if (state.order !== order) setState({ order, members: [] })
  const { members } = state
  const has = ({ username }: Followed) =>
    members.some(({ followed }) => followed.username === username)
  return {
    has,
    add: (followed: Followed, index: number) =>
      setState({ order, members: [...members, { followed, index }] }),
    remove: ({ username }: Followed) =>
      setState({
        order,
        members: members.filter(({ followed }) => followed.username !== username),
      }),
    addTo: (rows: Followed[]) =>
      members
        .toSorted((one, other) => one.index - other.index)
        .reduce(
          (list, { followed, index }) => list.toSpliced(index, 0, followed),
          rows.filter(row => !has(row)),
        ),
  }
}

type UnfollowedMember = {
  followed: Followed
  /** In the list as it was shown. */
  index: number
}
