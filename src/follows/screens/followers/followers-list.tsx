import { useQuery } from '@tanstack/react-query'
import { Ban, Download } from 'lucide'
import { useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { ownFileUrl } from '../../../members/screens/own-file-url.ts'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { ShareButton } from '../../../share-cards/screens/share-button.tsx'
import { EmptyState, NoResults } from '../../../site/empty-state.tsx'
import { PagedList, pageSize, usePagedQuery } from '../../../site/paged-list.tsx'
import { useSite } from '../../../site/site.tsx'
import { listName } from '../../../tracks/tracks.shared.ts'
import { Button } from '../../../ui/button.tsx'
import { query } from '../../../ui/data/api.ts'
import { choiceIn, pageIn, textIn, useSearchState } from '../../../ui/data/use-search-state.ts'
import { useSearchField } from '../../../ui/forms/search-field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formatNumber, pluralize } from '../../../ui/text/format.ts'
import { followerCountQuery } from '../follow/follow-state.ts'
import { BlockedDialog } from './blocked-dialog.tsx'
import { FollowerRow } from './follower-row.tsx'

/** Other names than those of the list beside it on the page of people. */
const stateIn = (query: URLSearchParams) => ({
  email: textIn(query, 'email'),
  status: choiceIn(query, 'status', ['', 'verified', 'unverified', 'unsubscribed']),
  onlyUsers: query.get('onlyUsers') === 'true',
  order: choiceIn(query, 'order', ['desc', 'asc']),
  followersPage: pageIn(query, 'followersPage'),
})

type State = ReturnType<typeof stateIn>

export const followersQuery = (search: URLSearchParams) => followersQueryOf(stateIn(search))

const followersQueryOf = ({ email, status, onlyUsers, order, followersPage }: State) =>
  query('GET /api/followers', {
    query: {
      search: email,
      sort: order,
      page: followersPage,
      pageSize,
      ...(status && { status }),
      ...(onlyUsers && { onlyUsers: 'true' }),
    },
  })

type FollowersListProps = { emptyTitle: string; emptyText?: string }

export function FollowersList({ emptyTitle, emptyText }: FollowersListProps) {
  const { brand } = useSite()
  const [state, change] = useSearchState(stateIn)
  const filter = (changes: Partial<State>) => change({ ...changes, followersPage: 1 })
  const search = useSearchField(state.email, email => filter({ email }))
  const followers = usePagedQuery(
    followersPage => followersQueryOf({ ...state, followersPage }),
    pageSize,
    [state.followersPage, followersPage => change({ followersPage })],
  )
  const isFiltered = search.text !== '' || state.status !== '' || state.onlyUsers
  const username = useCurrentUser()?.username ?? ''
  const summary = useSummary(username)
  const isEmpty = !isFiltered && followers.data?.total === 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <PagedList
        query={followers}
        rowsOf={data => data.followers}
        noun={state.status === 'verified' ? 'follower' : 'address'}
        summary={isFiltered ? undefined : summary}
        isFiltered={isFiltered}
        className="border-b border-line"
        search={search}
        searchField={{ label: 'Search by email', inputMode: 'email' }}
        controls={
          <>
            <Select
              label="Status"
              value={state.status}
              onChange={event => filter({ status: event.target.value as State['status'] })}
              options={statusOptions}
              className="min-w-0 grow basis-32 lg:w-40"
            />
            <Select
              label="Sort"
              value={state.order}
              onChange={event => filter({ order: event.target.value as State['order'] })}
              options={sortOptions}
              className="min-w-0 grow basis-32 lg:w-40"
            />
            <Switch
              checked={state.onlyUsers}
              onChange={event => filter({ onlyUsers: event.target.checked })}
            >
              Only {brand} users
            </Switch>
          </>
        }
        errorTitle="Failed to load your followers. Please try again."
        noResults={
          <NoResults
            title="No followers match your criteria"
            clearLabel="Clear filters"
            onClear={() => {
              filter({ status: '', onlyUsers: false, email: '' })
              search.clear()
            }}
          />
        }
        empty={
          <EmptyState
            title={emptyTitle}
            action={
              <ShareButton
                title={listName(username)}
                path={paths.profile(username)}
                card={paths.profileCard(username, 'current.jpg')}
              />
            }
          >
            {emptyText}
          </EmptyState>
        }
      >
        {follower => <FollowerRow key={follower.id} follower={follower} />}
      </PagedList>
      <FollowerTools hasFollowers={!isEmpty} />
    </div>
  )
}

/** How many the next drop reaches, and who is not among them yet. */
function useSummary(username: string) {
  const { data: count } = useQuery({ ...followerCountQuery(username), enabled: username !== '' })
  const { data: pending } = useQuery(
    query('GET /api/followers', {
      query: { search: '', status: 'unverified', sort: 'desc', page: 1, pageSize: 1 },
    }),
  )
  if (!count || !pending) return undefined
  const get = count.followerCount === 1 ? 'gets' : 'get'
  const reached = `${pluralize(count.followerCount, 'person')} ${get} your drops.`
  const have = pending.total === 1 ? 'has' : 'have'
  return pending.total > 0
    ? `${reached} ${formatNumber(pending.total)} ${have} not confirmed yet.`
    : reached
}

const statusOptions = [
  { value: '', label: 'All Statuses' },
  { value: 'verified', label: 'Verified' },
  { value: 'unverified', label: 'Pending' },
  { value: 'unsubscribed', label: 'Unsubscribed' },
]
const sortOptions = [
  { value: 'desc', label: 'Newest first' },
  { value: 'asc', label: 'Oldest first' },
]

/** A member without followers sees the tools if they have blocked somebody: they are the one way back. */
function FollowerTools({ hasFollowers }: { hasFollowers: boolean }) {
  const blocked = useQuery({
    ...query('GET /api/blocked-followers', { query: { page: 1, pageSize } }),
    enabled: !hasFollowers,
  })
  const user = useCurrentUser()
  const [showsBlocked, setShowsBlocked] = useState(false)
  if (!hasFollowers && !blocked.data?.total) return null
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1 border-line border-t pt-3">
      {hasFollowers && user && (
        <Button
          href={ownFileUrl('/api/followers.csv', user.member_key)}
          download
          variant="quiet"
          size="sm"
          icon={<Icon icon={Download} size={18} />}
        >
          Download as CSV
        </Button>
      )}
      <Button
        variant="quiet"
        size="sm"
        icon={<Icon icon={Ban} size={18} />}
        onClick={() => setShowsBlocked(true)}
      >
        Blocked people
      </Button>
      {showsBlocked && <BlockedDialog onClose={() => setShowsBlocked(false)} />}
    </div>
  )
}
