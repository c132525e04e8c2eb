import { useQuery } from '@tanstack/react-query'
import { Ban, Download } from 'lucide'
import { useState } from 'react'
import { paths } from '../../../contract/paths.shared.ts'
import { useCurrentUser } from '../../../members/screens/use-current-user.ts'
import { query } from '../../../ui/api.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DialogButton } from '../../../ui/dialog-button.tsx'
import { EmptyState, NoResults } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { skeletons } from '../../../ui/loading.tsx'
import { PagedList, pageSize, usePagedQuery } from '../../../ui/paged-list.tsx'
import { useSearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useSite } from '../../../ui/site.tsx'
import type { SortDirection } from '../../../ui/sort-direction-button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { BlockedDialog } from './blocked-dialog.tsx'
import { FollowerRow } from './follower-row.tsx'

type Filter = {
  status: 'verified' | 'unverified' | 'unsubscribed' | ''
  onlyUsers: boolean
  sort: SortDirection
}

const initialFilter: Filter = { status: '', onlyUsers: false, sort: 'desc' }

const followersQuery = (search: string, { status, onlyUsers, sort }: Filter, page: number) =>
  query('GET /api/followers', {
    query: {
      search,
      sort,
      page,
      pageSize,
      ...(status && { status }),
      ...(onlyUsers && { onlyUsers: 'true' }),
    },
  })

export const initialFollowersQuery = followersQuery('', initialFilter, 1)

type FollowersListProps = { emptyTitle: string; emptyText?: string }

export function FollowersList({ emptyTitle, emptyText }: FollowersListProps) {
  const { brand } = useSite()
  const search = useSearchField()
  const [filter, setFilter] = useState(initialFilter)
  const followers = usePagedQuery(page => followersQuery(search.text, filter, page))
  const isFiltered = search.text !== '' || filter.status !== '' || filter.onlyUsers
  const isEmpty = !isFiltered && followers.data?.total === 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <PagedList
        query={followers}
        rowsOf={data => data.followers}
        noun="follower"
        isFiltered={isFiltered}
        className="grid grid-cols-1 gap-2"
        search={search}
        searchField={{ label: 'Search by email', inputMode: 'email' }}
        controls={
          <>
            <Select
              label="Status"
              value={filter.status}
              onChange={event =>
                setFilter({ ...filter, status: event.target.value as Filter['status'] })
              }
              options={statusOptions}
              className="min-w-0 grow basis-32 lg:w-40"
            />
            <Select
              label="Sort"
              value={filter.sort}
              onChange={event =>
                setFilter({ ...filter, sort: event.target.value as SortDirection })
              }
              options={sortOptions}
              className="min-w-0 grow basis-32 lg:w-40"
            />
            <Switch
              checked={filter.onlyUsers}
              onChange={event => setFilter({ ...filter, onlyUsers: event.target.checked })}
            >
              Only {brand} users
            </Switch>
          </>
        }
        errorTitle="Failed to load your followers. Please try again."
        loadingLabel="Loading your followers"
        skeleton={skeletons(5, 'h-21 rounded-card!')}
        noResults={
          <NoResults
            title="No followers match your criteria"
            clearLabel="Clear filters"
            onClear={() => {
              setFilter({ ...initialFilter, sort: filter.sort })
              search.clear()
            }}
          />
        }
        empty={
          <EmptyState title={emptyTitle} action={<CopyLinkButton />}>
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

function CopyLinkButton() {
  const { brand, publicUrl } = useSite()
  const user = useCurrentUser()
  if (!user) return null
  return (
    <CopyButton
      label={`Copy your ${brand} link`}
      text={`${publicUrl}${paths.profile(user.username)}`}
      fallbackTitle={`Your ${brand} is at`}
    />
  )
}

/** Without followers only for who has blocked somebody: it is the one way back. */
function FollowerTools({ hasFollowers }: { hasFollowers: boolean }) {
  const blocked = useQuery({
    ...query('GET /api/blocked-followers', { query: { page: 1, pageSize } }),
    enabled: !hasFollowers,
  })
  if (!hasFollowers && !blocked.data?.total) return null
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1 border-line border-t pt-3">
      {hasFollowers && (
        <Button
          href="/api/followers.csv"
          download
          variant="quiet"
          size="sm"
          icon={<Icon shape={Download} size={18} />}
        >
          Download as CSV
        </Button>
      )}
      <DialogButton
        variant="quiet"
        size="sm"
        icon={<Icon shape={Ban} size={18} />}
        dialog={close => <BlockedDialog onClose={close} />}
      >
        Blocked people
      </DialogButton>
    </div>
  )
}
