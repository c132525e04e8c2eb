import type { UseQueryOptions } from '@tanstack/react-query'
import { type ApiError, query } from '../../../ui/api.ts'
import { pageSize } from '../../../ui/paged-list.tsx'
import type { SortDirection } from '../../../ui/sort-direction-button.tsx'
import type { FollowedSort, FollowingPage } from '../../follows.schemas.ts'

export type FollowingFilter = { search: string; sort: FollowedSort; direction: SortDirection }

/** A page of whom the member follows, as the call gives it for a page number. */
export const followingQuery = (filter: FollowingFilter, page: number) =>
  query('GET /api/follows/following', {
    query: { ...filter, page, pageSize },
  }) as UseQueryOptions<FollowingPage, ApiError>

/** The first page as the list opens. */
export const initialFollowingQuery = (sort: FollowedSort) =>
  followingQuery({ search: '', sort, direction: 'desc' }, 1)
