import { FollowersList } from '../../follows/screens/followers/followers-list.tsx'
import {
  FollowingList,
  initialFollowingQuery,
} from '../../follows/screens/following/following-list.tsx'
import { FindMembers } from '../../members/screens/find-members.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useHashChoice } from '../../ui/use-hash-choice.ts'
import { CloseMembers, closeMembersQuery } from './close-members.tsx'

/** Of the first tab only, because the server does not see the hash. */
export const queries = () => [initialFollowingQuery(initialSort), closeMembersQuery]

const initialSort = 'lastDrop'

export function Screen() {
  const { brand } = useSite()
  const [tab, choose] = useHashChoice(['following', 'followers'])
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
                  emptyTitle="No followers yet"
                  emptyText={`Share your ${brand} to get some followers!`}
                />
              ),
            },
          ]}
        />
      </FindMembers>
    </Page>
  )
}
