import { type KeyboardEvent, useEffect, useRef } from 'react'
import { groupByDate, TimelineDay } from '../../drops/screens/timeline.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { FeedItem } from '../feed.contract.ts'
import { FeedCard } from './feed-card.tsx'

type DropFeedProps = {
  drops: FeedItem[]
  hasMore: boolean
  busy: boolean
  /** Loading more has failed. */
  failed: boolean
  loadMore: () => Promise<unknown>
}

/** The drops by date. More are loaded by scrolling or by the button. */
export function DropFeed({ drops, hasMore, busy, failed, loadMore }: DropFeedProps) {
  const feed = useRef<HTMLDivElement>(null)
  const end = useNearViewport(hasMore && !busy && !failed, () => void loadMore())
  const positions = new Map(drops.map((item, index) => [item, index + 1]))
  return (
    <div className="grid grid-cols-1 gap-6">
      <div
        ref={feed}
        role="feed"
        aria-label="Drops"
        aria-busy={busy && hasMore}
        onKeyDown={moveFocus}
      >
        {groupByDate(drops, item => item.drop.created_at).map(({ date, entries }) => (
          // The feed role allows only articles as children; each of them contains its date.
          <TimelineDay key={date} label={<div aria-hidden="true">{date}</div>}>
            <div className="grid grid-cols-1 gap-3">
              {entries.map(item => (
                <FeedCard
                  key={item.drop.id}
                  item={item}
                  position={positions.get(item) ?? 0}
                  size={hasMore ? -1 : drops.length}
                />
              ))}
            </div>
          </TimelineDay>
        ))}
      </div>
      <div ref={end} className="grid justify-items-center gap-3 sm:pl-40">
        {failed && !busy ? (
          <div className="w-full">
            <ErrorState title="Unable to load more drops" onRetry={() => void loadMore()} />
          </div>
        ) : (
          <p role="status" className="min-h-6 text-sm text-muted">
            {hasMore ? busy && 'Loading more drops...' : 'No more drops to load'}
          </p>
        )}
        {hasMore && !(failed && !busy) && (
          <Button
            variant="secondary"
            pending={busy}
            onClick={async () => {
              const previousCount = drops.length
              await loadMore()
              requestAnimationFrame(() => articlesOf(feed.current)[previousCount]?.focus())
            }}
          >
            Load more
          </Button>
        )}
      </div>
    </div>
  )
}

/** Calls back when the element is within half a screen of the viewport. */
function useNearViewport(enabled: boolean, onNear: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const callback = useRef(onNear)
  useEffect(() => {
    callback.current = onNear
  })
  useEffect(() => {
    if (!enabled || !element.current) return
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && callback.current(),
      { rootMargin: '0px 0px 50% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [enabled])
  return element
}

/** The keys of the ARIA feed pattern: Page Down and Page Up move the focus between drops. */
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
  ...(feed?.querySelectorAll<HTMLElement>('article') ?? []),
]
