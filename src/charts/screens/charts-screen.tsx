import { paths } from '../../contract/paths.shared.ts'
import { foundQueries } from '../../discovery/screens/found-members.tsx'
import { Page, PageHeading } from '../../site/page.tsx'
import { ShareTags } from '../../site/share-tags.tsx'
import { useSite } from '../../site/site.tsx'
import { FromSpotify } from '../../spotify/screens/from-spotify.tsx'
import { query } from '../../ui/data/api.ts'
import { Tabs } from '../../ui/routing/tabs.tsx'
import { useHashChoice } from '../../ui/routing/use-hash-choice.ts'
import { FindMembers } from './find-members.tsx'
import { TrackChart } from './track-chart.tsx'
import { MostFollowed } from './user-chart.tsx'

/** The queries of the first tab: the server does not see the hash of another. */
export const queries = (_: unknown, search: URLSearchParams) => [
  query('GET /api/charts/top-users', {}),
  ...foundQueries(search, 'find'),
]

export function Screen() {
  const { brand } = useSite()
  const [tab, choose] = useHashChoice(['most-followed', 'trending-tracks', 'most-dropped'])
  return (
    <Page width="list" className="gap-6!">
      <ShareTags
        title={`Charts - ${brand}`}
        description={`The ${brand}s with the most followers`}
        path={paths.charts}
      />
      <PageHeading title="Charts" />
      <Tabs
        label="Chart"
        value={tab}
        onValueChange={choose}
        items={[
          { value: 'most-followed', label: 'Most Followed', content: <MostFollowed /> },
          {
            value: 'trending-tracks',
            label: 'Trending Tracks',
            content: <TrackChart of="trending-tracks" />,
          },
          { value: 'most-dropped', label: 'All Timers', content: <TrackChart of="most-dropped" /> },
        ]}
      />
      <FindMembers />
      <FromSpotify />
    </Page>
  )
}
