import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { keyOf } from '../../../ui/api.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, NoResults } from '../../../ui/empty-state.tsx'
import { skeletons } from '../../../ui/loading.tsx'
import { PagedList, usePagedQuery } from '../../../ui/paged-list.tsx'
import { SearchField, useSearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useSite } from '../../../ui/site.tsx'
import { type SortDirection, SortDirectionButton } from '../../../ui/sort-direction-button.tsx'
import type { FollowedSort } from '../../follows.schemas.ts'
import { FollowingCard } from './following-card.tsx'
import { type FollowingFilter, followingQuery } from './following-query.ts'

type FollowingListProps = {
  sortOptions: { value: FollowedSort; label: string }[]
  initialSort: FollowedSort
}

export function FollowingList({ sortOptions, initialSort }: FollowingListProps) {
  const { brand } = useSite()
  const { search, field, clear } = useSearchField()
  const [sort, setSort] = useState(initialSort)
  const [direction, setDirection] = useState<SortDirection>('desc')
  const following = useFollowing({ search, sort, direction })
  return (
    <PagedList
      query={following}
      rowsOf={data => data.following}
      noun={brand}
      isFiltered={search !== ''}
      className="grid grid-cols-1 gap-3 md:grid-cols-2"
      search={<SearchField label="Search by username" {...field} />}
      controls={
        <>
          <Select
            label="Sort by"
            options={sortOptions}
            value={sort}
            onChange={event => setSort(event.target.value as FollowedSort)}
            className="min-w-0 grow max-sm:basis-36 sm:w-40"
          />
          <SortDirectionButton direction={direction} onChange={setDirection} />
        </>
      }
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
      {followed => <FollowingCard key={followed.followId} followed={followed} />}
    </PagedList>
  )
}

/** Refetched on mount and on window focus, and not cached after unmounting. */
function useFollowing(filter: FollowingFilter) {
  const client = useQueryClient()
  // The page's initial data was cached with the default `gcTime`.
  useEffect(
    () => () => client.removeQueries({ queryKey: keyOf('GET /api/follows/following') }),
    [client],
  )
  return usePagedQuery(
    page => ({
      ...followingQuery(filter, page),
      staleTime: 0,
      gcTime: 0,
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
    }),
    filter,
  )
}
