import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/data/error-state.tsx'
import { KeepFocus } from '../ui/data/keep-focus.tsx'

type EndlessQuery = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

type LoadMoreProps = {
  query: EndlessQuery
  end?: ReactNode
  /** Focuses the first of the loaded drops. */
  onLoaded: () => void
}

/** The end of a list of drops. Who has the focus here goes on with the first of the drops that are loaded. */
export function LoadMore({ query, end, onLoaded }: LoadMoreProps) {
  const { hasNextPage, isFetching } = query
  const failed = query.isFetchNextPageError && !isFetching
  const element = useNearViewport(hasNextPage && !isFetching && !failed, () => void loadMore())
  const continueReading = useRef<() => void>(undefined)
  function loadMore() {
    continueReading.current = onLoaded
    return query.fetchNextPage({ cancelRefetch: false })
  }
  // The commit that ends the fetch has rendered the drops that were loaded.
  useEffect(() => {
    if (isFetching) return
    if (element.current?.contains(document.activeElement)) continueReading.current?.()
    continueReading.current = undefined
  })
  return (
    <div ref={element}>
      <KeepFocus>
        <div className="grid justify-items-center gap-3">
          {failed ? (
            <div className="w-full">
              <ErrorState
                title="Unable to load more drops"
                query={{ isFetching, refetch: loadMore }}
              />
            </div>
          ) : (
            <p role="status" className="min-h-6 text-sm text-muted">
              {hasNextPage ? isFetching && 'Loading more drops...' : end}
            </p>
          )}
          {hasNextPage && !failed && (
            <Button variant="secondary" pending={isFetching} onClick={() => void loadMore()}>
              Load more
            </Button>
          )}
        </div>
      </KeepFocus>
    </div>
  )
}

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
