import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useHashChoice } from '../../ui/use-hash-choice.ts'
import { CopyLinkButton } from './copy-link-button.tsx'
import { FollowersList } from './followers/followers-list.tsx'
import { FollowingList } from './following/following-list.tsx'
import { initialFollowingQuery } from './following/following-query.ts'

/** Of the first tab only, because the server does not see the hash. */
export const queries = () => [initialFollowingQuery(initialSort)]

const initialSort = 'lastDrop'

const tabs = ['following', 'followers'] as const

export function Screen() {
  const { brand } = useSite()
  const [tab, choose] = useHashChoice(tabs)
  return (
    <Page className="gap-6!">
      <title>{`Your People - ${brand}`}</title>
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
    </Page>
  )
}
