import { Fragment, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { LoadMore } from '../../site/load-more.tsx'
import { groupByDate, TimelineDay } from '../../site/timeline.tsx'
import { useFormatDate } from '../../ui/text/dates.tsx'
import type { FeedItem } from '../feed.schemas.ts'
import { FeedCard } from './feed-card.tsx'
import type { useFeed } from './use-feed.ts'

type DropFeedProps = {
  drops: FeedItem[]
  query: ReturnType<typeof useFeed>['query']
  // Articles, because the feed role allows no other children.
  beforeFirstDay: ReactNode
  afterFirst: ReactNode
  afterFirstDay: ReactNode
  /** Shown after the third drop, or the last of fewer. */
  afterThird: ReactNode
}

export function DropFeed(props: DropFeedProps) {
  const { drops, query, beforeFirstDay, afterFirst, afterFirstDay, afterThird } = props
  const feed = useRef<HTMLDivElement>(null)
  const hasMore = query.hasNextPage
  const formatDate = useFormatDate()
  const positions = new Map(drops.map((item, index) => [item, index + 1]))
  return (
    <div className="grid grid-cols-1 gap-6">
      <div
        ref={feed}
        role="feed"
        aria-label="Drops"
        aria-busy={query.isFetching && hasMore}
        onKeyDown={moveFocus}
      >
        {beforeFirstDay}
        {groupByDate(drops, item => item.drop.created_at, formatDate).map(
          ({ date, entries }, day) => (
            // The feed role allows only articles as children; each of them contains its date.
            <Fragment key={date}>
              <TimelineDay label={<div aria-hidden="true">{date}</div>}>
                <div className="grid grid-cols-1 gap-10">
                  {entries.map(item => (
                    <Fragment key={item.drop.id}>
                      <FeedCard
                        item={item}
                        position={positions.get(item) ?? 0}
                        size={hasMore ? -1 : drops.length}
                      />
                      {positions.get(item) === 1 && afterFirst}
                      {positions.get(item) === Math.min(3, drops.length) && afterThird}
                    </Fragment>
                  ))}
                </div>
              </TimelineDay>
              {day === 0 && afterFirstDay}
            </Fragment>
          ),
        )}
      </div>
      <LoadMore
        query={query}
        end="No more drops to load"
        onLoaded={() => articlesOf(feed.current)[drops.length]?.focus()}
      />
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const step = { PageDown: 1, PageUp: -1 }[event.key]
  if (!step || !(event.target instanceof Element)) return
  const articles = articlesOf(event.currentTarget)
  const next =
    articles[articles.findIndex(article => article.contains(event.target as Node)) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const articlesOf = (feed: HTMLElement | null) => [
  ...(feed?.querySelectorAll<HTMLElement>('article[aria-posinset]') ?? []),
]
