import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHistoryEntry } from '../../drops/screens/use-history-entry.ts'
import { call, query } from '../../ui/api.ts'
import { type FeedItem, feedPageSize, getFeed } from '../feed.contract.ts'

export const firstPage = query(getFeed, { query: { page: 1 } })

const freshMs = 60_000
const lookForNewMs = 60_000
const keptMs = 30 * 60_000

/** Whether a feed was shown before in this browser tab; until then the server's first page is taken at any age. */
let shownBefore = false

type Place = { page: number; before?: number }
const start: Place = { page: 1 }

/**
 * A member's reading of the feed: it stays as it is under the reader, also on the way Back to it, and
 * goes on from its last drop. What was published since is counted and put on top only when asked for.
 */
export function useReading() {
  const client = useQueryClient()
  const key = [getFeed.path, 'reading', useHistoryEntry()]
  const reading = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      pageParam.before === undefined
        ? client.fetchQuery(firstPage)
        : call(getFeed, { query: pageParam }, signal),
    initialPageParam: start,
    getNextPageParam: (last, pages): Place | undefined => {
      const oldest = last.at(-1)
      return oldest && last.length >= feedPageSize
        ? { page: pages.length + 1, before: oldest.drop.id }
        : undefined
    },
    initialData: () => {
      const state = client.getQueryState(firstPage.queryKey)
      if (!state?.data || (shownBefore && Date.now() - state.dataUpdatedAt > freshMs)) return
      return { pages: [state.data], pageParams: [start] }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    gcTime: keptMs,
  })
  useEffect(() => {
    shownBefore = true
  }, [])
  const latest = useQuery({ ...firstPage, refetchInterval: lookForNewMs }).data
  const drops = reading.data && eachOnce(reading.data.pages.flat())
  const newDrops = drops && latest ? newerThan(drops, latest) : []
  return {
    drops,
    newDrops: newDrops.length,
    failed: reading.isError,
    busy: reading.isFetching,
    hasMore: reading.hasNextPage,
    retry: () => void reading.refetch(),
    loadMore: () => reading.fetchNextPage({ cancelRefetch: false }),
    showNew() {
      // A whole page of them: there may be more between them and what is shown.
      const kept = newDrops.length < feedPageSize ? reading.data : undefined
      client.setQueryData(key, {
        pages: [newDrops, ...(kept?.pages ?? [])],
        pageParams: [start, ...(kept?.pageParams ?? [])],
      })
    },
  }
}

function eachOnce(items: FeedItem[]): FeedItem[] {
  const seen = new Set<number>()
  return items.filter(({ drop }) => !seen.has(drop.id) && seen.add(drop.id))
}

/** Those of `latest` that came after everything shown. */
function newerThan(shown: FeedItem[], latest: FeedItem[]): FeedItem[] {
  const newest = shown[0]?.drop
  const known = new Set(shown.map(({ drop }) => drop.id))
  return latest.filter(
    ({ drop }) => !known.has(drop.id) && (!newest || drop.created_at >= newest.created_at),
  )
}
