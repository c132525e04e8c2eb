import { Page, PageHeading } from '../../../ui/page.tsx'
import { FollowingList, initialFollowingQuery } from './following-list.tsx'

export const queries = () => [initialFollowingQuery(initialSort)]

const initialSort = 'followDate'

export function Screen() {
  return (
    <Page title="Who You Follow">
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
