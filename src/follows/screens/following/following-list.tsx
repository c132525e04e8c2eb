import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { keyOf, query } from '../../../ui/api.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { skeletons } from '../../../ui/loading.tsx'
import { PagedList, pageSize, usePagedQuery } from '../../../ui/paged-list.tsx'
import { useSearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useSite } from '../../../ui/site.tsx'
import { type SortDirection, SortDirectionButton } from '../../../ui/sort-direction-button.tsx'
import type { FollowedSort } from '../../follows.schemas.ts'
import { FollowingCard } from './following-card.tsx'

type Filter = { search: string; sort: FollowedSort; direction: SortDirection }

const followingQuery = (filter: Filter, page: number) =>
  queryOptions({
    ...query('GET /api/follows/following', { query: { ...filter, page, pageSize } }),
    // Without a page number the call gives the whole list.
    select: list => (Array.isArray(list) ? { following: list, total: list.length } : list),
  })

export const initialFollowingQuery = (sort: FollowedSort) =>
  followingQuery({ search: '', sort, direction: 'desc' }, 1)

type FollowingListProps = {
  sortOptions: { value: FollowedSort; label: string }[]
  initialSort: FollowedSort
}

export function FollowingList({ sortOptions, initialSort }: FollowingListProps) {
  const { brand } = useSite()
  const search = useSearchField()
  const [sort, setSort] = useState(initialSort)
  const [direction, setDirection] = useState<SortDirection>('desc')
  const following = useFollowing({ search: search.text, sort, direction })
  return (
    <PagedList
      query={following}
      rowsOf={data => data.following}
      noun={brand}
      className="@container grid grid-cols-1 gap-3 md:grid-cols-2"
      search={search}
      searchField={{ label: 'Search by username' }}
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
        <EmptyState
          title={`You aren't following any ${brand}s yet`}
          action={<Button href={paths.charts}>Discover Top {brand}s</Button>}
        />
      }
    >
      {followed => <FollowingCard key={followed.followId} followed={followed} />}
    </PagedList>
  )
}

/** Refetched on mount and on window focus, and not cached after unmounting. */
function useFollowing(filter: Filter) {
  const client = useQueryClient()
  // The page's initial data was cached with the default `gcTime`.
  useEffect(
    () => () => client.removeQueries({ queryKey: keyOf('GET /api/follows/following') }),
    [client],
  )
  // Here, because TanStack Query calls a tab that becomes visible a focus, and knows no other.
  useEffect(() => {
    const refetch = () =>
      void client.refetchQueries(
        { queryKey: keyOf('GET /api/follows/following'), type: 'active' },
        { cancelRefetch: false },
      )
    window.addEventListener('focus', refetch)
    return () => window.removeEventListener('focus', refetch)
  }, [client])
  return usePagedQuery(page => ({
    ...followingQuery(filter, page),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  }))
}
