import { Page, PageHeading } from '../../../site/page.tsx'
import { FollowingList, followingQuery } from './following-list.tsx'

export const queries = (_: unknown, search: URLSearchParams) => [followingQuery(search, sorts)]

const sorts = ['followDate', 'username'] as const

export function Screen() {
  return (
    <Page title="Who You Follow" width="list">
      <PageHeading title="Who You Follow" />
      <FollowingList sorts={sorts} />
    </Page>
  )
}
