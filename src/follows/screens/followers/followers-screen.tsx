import { paths } from '../../../contract/paths.shared.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { FollowersList, followersQuery } from './followers-list.tsx'

export const queries = (_: unknown, search: URLSearchParams) => [followersQuery(search)]

export function Screen() {
  return (
    <Page title="Your Followers">
      <PageHeading title="Your Followers" back={<BackLink href={paths.home} />} />
      <FollowersList emptyTitle="You don't have followers yet...but you will soon!" />
    </Page>
  )
}
