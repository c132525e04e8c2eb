import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, keyOf, query } from '../../../ui/api.ts'
import type { SortDirection } from '../../../ui/sort-direction-button.tsx'
import type { FollowedSort, FollowingPage } from '../../follows.schemas.ts'

const pageSize = 30

type FollowingFilter = { search: string; sort: FollowedSort; direction: SortDirection }

/** The first page of the list as it opens. */
export const followingQuery = (sort: FollowedSort) =>
  firstPage({ search: '', sort, direction: 'desc' })

const firstPage = (filter: FollowingFilter) =>
  query('GET /api/follows/following', { query: { ...filter, page: 1, pageSize } })

/**
 * Whom the member follows, in pages; the previous rows stay while another filter is loaded. Refetched on
 * mount and on window focus, not cached after unmounting.
 */
export function useFollowing(filter: FollowingFilter) {
  const client = useQueryClient()
  // The page's initial data was cached with the default `gcTime`.
  useEffect(
    () => () => client.removeQueries({ queryKey: keyOf('GET /api/follows/following') }),
    [client],
  )
  return useInfiniteQuery({
    queryKey: [...keyOf('GET /api/follows/following'), 'pages', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, page: pageParam, pageSize }
      return (await call('GET /api/follows/following', { query }, signal)) as FollowingPage
    },
    initialPageParam: 1,
    getNextPageParam: ({ following, total }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.following.length, 0)
      return following.length > 0 && loaded < total ? pages.length + 1 : undefined
    },
    initialData: () => {
      const first = client.getQueryData(firstPage(filter).queryKey) as FollowingPage | undefined
      return first && { pages: [first], pageParams: [1] }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}
