import { CopyLinkButton } from '../../follows/screens/copy-link-button.tsx'
import { FollowersList } from '../../follows/screens/followers/followers-list.tsx'
import {
  FollowingList,
  initialFollowingQuery,
} from '../../follows/screens/following/following-list.tsx'
import { FindMembers } from '../../members/screens/find-members.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useHashChoice } from '../../ui/use-hash-choice.ts'
import { CloseMembers, closeMembersQuery } from './close-members.tsx'

/** Of the first tab only, because the server does not see the hash. */
export const queries = () => [initialFollowingQuery(initialSort), closeMembersQuery]

const initialSort = 'lastDrop'

const tabs = ['following', 'followers'] as const

export function Screen() {
  const { brand } = useSite()
  const [tab, choose] = useHashChoice(tabs)
  return (
    <Page title="Your People" className="gap-6!">
      <PageHeading title="Your People" />
      <FindMembers>
        <CloseMembers initialCount={3} />
        <Tabs
          label="People"
          value={tab}
          onValueChange={choose}
          items={[
            {
              value: 'following',
              label: 'Following',
              content: (
                <FollowingList
                  initialSort={initialSort}
                  sortOptions={[
                    { value: 'username', label: 'Username' },
                    { value: 'lastDrop', label: 'Last Drop' },
                    { value: 'dropCount', label: 'Drop Count' },
                  ]}
                />
              ),
            },
            {
              value: 'followers',
              label: 'Followers',
              content: (
                <FollowersList
                  empty={
                    <EmptyState title="No followers yet" action={<CopyLinkButton />}>
                      Share your {brand} to get some followers!
                    </EmptyState>
                  }
                />
              ),
            },
          ]}
        />
      </FindMembers>
    </Page>
  )
}
