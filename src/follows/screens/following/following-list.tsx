import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { EmptyState, NoResults } from '../../../site/empty-state.tsx'
import { PagedList, pageSize, usePagedQuery } from '../../../site/paged-list.tsx'
import { useSite } from '../../../site/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { keyOf, query } from '../../../ui/data/api.ts'
import { choiceIn, pageIn, textIn, useSearchState } from '../../../ui/data/use-search-state.ts'
import { useSearchField } from '../../../ui/forms/search-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { SortDirectionButton } from '../../../ui/forms/sort-direction-button.tsx'
import type { FollowedSort } from '../../follows.schemas.ts'
import { FollowingCard } from './following-card.tsx'

type Sorts = readonly [FollowedSort, ...FollowedSort[]]

const stateIn = (query: URLSearchParams, sorts: Sorts) => ({
  search: textIn(query, 'search'),
  sort: choiceIn(query, 'sort', sorts),
  direction: choiceIn(query, 'direction', ['desc', 'asc']),
  page: pageIn(query, 'page'),
})

type State = ReturnType<typeof stateIn>

export const followingQuery = (search: URLSearchParams, sorts: Sorts) =>
  followingQueryOf(stateIn(search, sorts))

const followingQueryOf = (state: State) =>
  queryOptions({
    ...query('GET /api/follows/following', { query: { ...state, pageSize } }),
    // The call returns the whole list if it gets no page number.
    select: list => (Array.isArray(list) ? { following: [], total: 0 } : list),
  })

const sortOptions: { value: FollowedSort; label: string }[] = [
  { value: 'followDate', label: 'Follow date' },
  { value: 'username', label: 'Username' },
  { value: 'lastDrop', label: 'Last Drop' },
  { value: 'dropCount', label: 'Drop Count' },
]

type FollowingListProps = {
  /** The first is the initial one. */
  sorts: Sorts
  /** Other members whom the search finds. `empty` is shown when there are none. */
  others?: (search: string, empty: ReactNode) => ReactNode
  /** Shown after one's own people. */
  suggestions?: ReactNode
}

export function FollowingList({ sorts, others, suggestions }: FollowingListProps) {
  const { brand } = useSite()
  const [state, change] = useSearchState(query => stateIn(query, sorts))
  const search = useSearchField(state.search, text => change({ search: text, page: 1 }))
  const following = useFollowing(state, page => change({ page }))
  const hasRows = (following.data?.total ?? 0) > 0
  const noResults = <NoResults onClear={search.clear} />
  return (
    <div className="grid grid-cols-1 gap-10">
      <PagedList
        query={following}
        rowsOf={data => data.following}
        noun="person"
        className="border-b border-line"
        search={search}
        alwaysSearches={others !== undefined}
        noResults={others ? others(search.text, noResults) : noResults}
        searchField={{ label: 'Search by username' }}
        controls={
          <>
            <Select
              label="Sort by"
              options={sortOptions.filter(({ value }) => sorts.includes(value))}
              value={state.sort}
              onChange={event => change({ sort: event.target.value as FollowedSort, page: 1 })}
              className="min-w-0 grow max-sm:basis-36 sm:w-40"
            />
            <SortDirectionButton
              direction={state.direction}
              onChange={direction => change({ direction, page: 1 })}
            />
          </>
        }
        errorTitle="Failed to load who you follow. Please try again."
        empty={
          <EmptyState
            isCompact={suggestions !== undefined}
            title={`You aren't following any ${brand}s yet`}
            action={
              <Button href={paths.charts} {...(suggestions !== undefined && brief)}>
                Discover Top {brand}s
              </Button>
            }
          />
        }
      >
        {followed => <FollowingCard key={followed.followId} followed={followed} />}
      </PagedList>
      {search.text === ''
        ? suggestions
        : hasRows &&
          others && (
            <section aria-labelledby="others" className="grid grid-cols-1 gap-3">
              <h2 id="others" className="text-heading font-bold">
                Everybody else
              </h2>
              {others(
                search.text,
                <p className="text-muted">Nobody else is called “{search.text}”.</p>,
              )}
            </section>
          )}
    </div>
  )
}

/** Props of a button beside the words, above the suggestions. */
const brief = { variant: 'secondary', size: 'sm' } as const

/** Refetched on mount and on window focus, and not cached after unmounting. */
function useFollowing(state: State, setPage: (page: number) => void) {
  const client = useQueryClient()
  // The page's initial data was cached with the default `gcTime`.
  useEffect(
    () => () => client.removeQueries({ queryKey: keyOf('GET /api/follows/following') }),
    [client],
  )
  // TanStack Query counts only a tab that becomes visible as a focus.
  useEffect(() => {
    const refetch = () =>
      void client.refetchQueries(
        { queryKey: keyOf('GET /api/follows/following'), type: 'active' },
        { cancelRefetch: false },
      )
    window.addEventListener('focus', refetch)
    return () => window.removeEventListener('focus', refetch)
  }, [client])
  return usePagedQuery(
    page => ({
      ...followingQueryOf({ ...state, page }),
      staleTime: 0,
      gcTime: 0,
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
    }),
    pageSize,
    [state.page, setPage],
  )
}
