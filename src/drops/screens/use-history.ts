import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOrNull } from '../../ui/api.ts'
import type { DropListItem } from '../drops.schemas.ts'
import { dropsPageSize } from '../drops.shared.ts'

export const historyQuery = (username: string) =>
  queryOrNull('GET /api/users/:username/drops', { params: { username }, query: {} }, 'not_found')

type PageParam = number | undefined
const firstPageParam: PageParam = undefined

/** All drops, page by page. `drops` is null when the member does not exist, undefined until they are loaded. */
export function useHistory(username: string) {
  const client = useQueryClient()
  const first = historyQuery(username)
  const initial = client.getQueryState(first.queryKey)
  const query = useInfiniteQuery({
    queryKey: [...first.queryKey, 'pages'],
    queryFn: ({ pageParam: before, signal }): Promise<DropListItem[] | null> =>
      before === undefined
        ? client.fetchQuery({ ...first, staleTime: 0 })
        : call(
            'GET /api/users/:username/drops',
            { params: { username }, query: { before } },
            signal,
          ),
    initialPageParam: firstPageParam,
    getNextPageParam: (last): PageParam =>
      last?.length === dropsPageSize ? last.at(-1)?.drop_number : undefined,
    ...(initial?.data !== undefined && {
      initialData: { pages: [initial.data], pageParams: [firstPageParam] },
      initialDataUpdatedAt: initial.dataUpdatedAt,
    }),
  })
  const pages = query.data?.pages
  const drops = pages?.[0] === null ? null : pages?.flatMap(page => page ?? [])
  return { query, drops }
}
