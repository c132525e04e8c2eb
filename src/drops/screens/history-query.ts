import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { type ApiError, keyOf } from '../../ui/data/api.ts'
import type { HistoryItem } from '../drops.schemas.ts'
import { dropsPageSize } from '../drops.shared.ts'

type Page = HistoryItem[] | null

/** All drops that are loaded, page by page; null where there is no such member. */
export const historyQuery = (username: string) =>
  infiniteQueryOptions<Page, ApiError, Page, QueryKey, { before?: number }>({
    queryKey: keyOf('GET /api/users/:username/drops', { username }),
    meta: { nullWhen: 'not_found' },
    select: ({ pages }) => (pages[0] === null ? null : pages.flatMap(page => page ?? [])),
    initialPageParam: {},
    getNextPageParam: last => {
      const oldest = last?.length === dropsPageSize ? last.at(-1) : undefined
      return oldest && { before: oldest.drop_number }
    },
  })
