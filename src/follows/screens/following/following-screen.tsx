import { Page, PageHeading } from '../../../ui/page.tsx'
import { useSite } from '../../../ui/site.tsx'
import { FollowingList, initialFollowingQuery } from './following-list.tsx'

export const queries = () => [initialFollowingQuery(initialSort)]

const initialSort = 'followDate'

export function Screen() {
  const { brand } = useSite()
  return (
    <Page>
      <title>{`Who You Follow - ${brand}`}</title>
      <PageHeading title="Who You Follow" />
      <FollowingList
        initialSort={initialSort}
        sortOptions={[
          { value: 'followDate', label: 'Follow date' },
          { value: 'username', label: 'Username' },
        ]}
      />
    </Page>
  )
}
