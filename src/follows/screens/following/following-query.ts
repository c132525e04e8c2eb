import { queryOptions } from '@tanstack/react-query'
import { query } from '../../../ui/api.ts'
import { pageSize } from '../../../ui/paged-list.tsx'
import type { SortDirection } from '../../../ui/sort-direction-button.tsx'
import type { FollowedSort } from '../../follows.schemas.ts'

export type FollowingFilter = { search: string; sort: FollowedSort; direction: SortDirection }

export const followingQuery = (filter: FollowingFilter, page: number) =>
  queryOptions({
    ...query('GET /api/follows/following', { query: { ...filter, page, pageSize } }),
    // Without a page number the call gives the whole list.
    select: list => (Array.isArray(list) ? { following: list, total: list.length } : list),
  })

export const initialFollowingQuery = (sort: FollowedSort) =>
  followingQuery({ search: '', sort, direction: 'desc' }, 1)
