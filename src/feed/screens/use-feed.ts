import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, keyOf, query } from '../../ui/data/api.ts'
import { historyEntryKey } from '../../ui/routing/router.tsx'
import type { FeedItem } from '../feed.schemas.ts'
import { feedPageSize } from '../feed.shared.ts'

export const firstPage = query('GET /api/feed', { query: { page: 1 } })

const maxAgeMs = 60_000
const pollMs = 60_000
const cacheMs = 30 * 60_000

/** Until the first feed of this browser tab, the page's initial data is used whatever its age. */
let wasOpened = false

type PageParam = { page: number; before?: number }
const firstPageParam: PageParam = { page: 1 }

/**
 * The feed as one visit reads it: it does not change while reading, also after Back, and continues
 * from its last drop. Newer drops are counted, and added at the top on request.
 */
export function useFeed() {
  const client = useQueryClient()
  const [entry] = useState(historyEntryKey)
  const key = [...keyOf('GET /api/feed'), 'snapshot', entry]
  const feed = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      pageParam.before === undefined
        ? client.fetchQuery(firstPage)
        : call('GET /api/feed', { query: pageParam }, signal),
    initialPageParam: firstPageParam,
    getNextPageParam: (last, pages): PageParam | undefined => {
      const oldest = last.at(-1)
      return oldest && last.length >= feedPageSize
        ? { page: pages.length + 1, before: oldest.drop.id }
        : undefined
    },
    initialData: () => {
      const state = client.getQueryState(firstPage.queryKey)
      if (!state?.data || state.isInvalidated) return
      if (wasOpened && Date.now() - state.dataUpdatedAt > maxAgeMs) return
      return { pages: [state.data], pageParams: [firstPageParam] }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    gcTime: cacheMs,
    meta: { ignoresChanges: true },
  })
  useEffect(() => {
    wasOpened = true
  }, [])
  const latest = useQuery({ ...firstPage, refetchInterval: pollMs }).data
  const drops = feed.data?.pages.flat()
  const newDrops = drops && latest ? newerThan(drops, latest) : []
  return {
    query: feed,
    drops,
    newDrops: newDrops.length,
    showNew() {
      // After a full page of new drops there may be more, older than these and newer than the shown ones.
      const previous = newDrops.length < feedPageSize ? feed.data : undefined
      client.setQueryData(key, {
        pages: [newDrops, ...(previous?.pages ?? [])],
        pageParams: [firstPageParam, ...(previous?.pageParams ?? [])],
      })
    },
  }
}

function newerThan(shown: FeedItem[], latest: FeedItem[]): FeedItem[] {
  const newest = shown[0]?.drop
  const known = new Set(shown.map(({ drop }) => drop.id))
  return latest.filter(
    ({ drop }) => !known.has(drop.id) && (!newest || drop.created_at >= newest.created_at),
  )
}
