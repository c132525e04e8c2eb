import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOrNull } from '../../ui/data/api.ts'
import type { HistoryItem } from '../drops.schemas.ts'
import { dropsPageSize } from '../drops.shared.ts'

export const historyQuery = (username: string) =>
  queryOrNull('GET /api/users/:username/drops', { params: { username }, query: {} }, 'not_found')

type PageParam = number | undefined
const firstPageParam: PageParam = undefined

/** All drops, page by page. `first` is the data of `historyQuery`. */
export function useHistory(username: string, first: HistoryItem[]) {
  const client = useQueryClient()
  const options = historyQuery(username)
  const query = useInfiniteQuery({
    queryKey: [...options.queryKey, 'pages'],
    queryFn: async ({ pageParam: before, signal }) =>
      before === undefined
        ? ((await client.fetchQuery({ ...options, staleTime: 0 })) ?? [])
        : call(
            'GET /api/users/:username/drops',
            { params: { username }, query: { before } },
            signal,
          ),
    initialPageParam: firstPageParam,
    getNextPageParam: (last): PageParam =>
      last.length === dropsPageSize ? last.at(-1)?.drop_number : undefined,
    initialData: { pages: [first], pageParams: [firstPageParam] },
    initialDataUpdatedAt: client.getQueryState(options.queryKey)?.dataUpdatedAt,
  })
  return { query, drops: query.data.pages.flat() }
}
