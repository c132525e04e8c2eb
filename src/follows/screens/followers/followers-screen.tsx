import { paths } from '../../../contract/paths.shared.ts'
import { Page, PageHeading } from '../../../site/page.tsx'
import { BackLink } from '../../../ui/routing/back-link.tsx'
import { FollowersList, followersQuery } from './followers-list.tsx'

export const queries = (_: unknown, search: URLSearchParams) => [followersQuery(search)]

export function Screen() {
  return (
    <Page title="Your Followers" width="list">
      <PageHeading title="Your Followers" back={<BackLink href={paths.home} />} />
      <FollowersList emptyTitle="You don't have followers yet...but you will soon!" />
    </Page>
  )
}
