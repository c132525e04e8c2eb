import { FollowersList } from '../../follows/screens/followers/followers-list.tsx'
import { FollowingList, followingQuery } from '../../follows/screens/following/following-list.tsx'
import { Page, PageHeading } from '../../site/page.tsx'
import { useSite } from '../../site/site.tsx'
import { FromSpotify } from '../../spotify/screens/from-spotify.tsx'
import { Tabs } from '../../ui/routing/tabs.tsx'
import { useHashChoice } from '../../ui/routing/use-hash-choice.ts'
import { FoundMembers, foundQueries } from './found-members.tsx'
import { SuggestedMembers, suggestedMembersQuery } from './suggested-members.tsx'

/** The queries of the first tab: the server does not see the hash of another. */
export const queries = (_: unknown, search: URLSearchParams) => [
  followingQuery(search, sorts),
  suggestedMembersQuery,
  ...foundQueries(search, 'search'),
]

const sorts = ['lastDrop', 'username', 'dropCount'] as const

export function Screen() {
  const { brand } = useSite()
  const [tab, choose] = useHashChoice(['following', 'followers'])
  return (
    <Page title="Your People" width="list" className="gap-6!">
      <PageHeading title="Your People" />
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
                others={(search, empty) => (
                  <FoundMembers search={search} empty={empty} onlyOthers />
                )}
                suggestions={<SuggestedMembers />}
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
      {tab === 'following' && <FromSpotify />}
    </Page>
  )
}
