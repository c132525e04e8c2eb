import { Search } from 'lucide'
import { FollowersList } from '../../follows/screens/followers/followers-list.tsx'
import { FollowingList, followingQuery } from '../../follows/screens/following/following-list.tsx'
import {
  FindMembers,
  findMembersId,
  findMembersQueries,
} from '../../members/screens/find-members.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useHashChoice } from '../../ui/use-hash-choice.ts'
import { CloseMembers, closeMembersQuery } from './close-members.tsx'

/** Of the first tab only, because the server does not see the hash. */
export const queries = (_: unknown, search: URLSearchParams) => [
  followingQuery(search, sorts),
  closeMembersQuery,
  ...findMembersQueries(search),
]

const sorts = ['lastDrop', 'username', 'dropCount'] as const

export function Screen() {
  const { brand } = useSite()
  const [tab, choose] = useHashChoice(['following', 'followers'])
  return (
    <Page title="Your People" className="gap-6!">
      <PageHeading
        title="Your People"
        actions={
          <Button
            variant="secondary"
            size="sm"
            icon={<Icon shape={Search} size={16} />}
            onClick={goToFindMembers}
          >
            Find members
          </Button>
        }
      />
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
                sorts={sorts}
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
      <section
        aria-labelledby="others"
        className="grid scroll-mt-4 grid-cols-1 gap-4 border-t border-line pt-6"
      >
        <h2 id="others" className="font-display text-heading font-bold">
          Find members
        </h2>
        <FindMembers />
      </section>
    </Page>
  )
}

function goToFindMembers() {
  const field = document.getElementById(findMembersId)
  field?.closest('section')?.scrollIntoView({ block: 'start' })
  field?.focus({ preventScroll: true })
}
