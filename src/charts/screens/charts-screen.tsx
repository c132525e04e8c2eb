import type { ComponentProps } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { foundQueries } from '../../discovery/screens/found-members.tsx'
import { FromSpotify } from '../../tracks/screens/from-spotify.tsx'
import { query } from '../../ui/api.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadBoundary } from '../../ui/load-boundary.tsx'
import { componentLater } from '../../ui/load-later.ts'
import { Page, PageHeading } from '../../ui/page.tsx'
import { ShareTags } from '../../ui/share-tags.tsx'
import { useSite } from '../../ui/site.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useHashChoice } from '../../ui/use-hash-choice.ts'
import { trackSkeleton } from './chart.tsx'
import { FindMembers } from './find-members.tsx'
import { MostFollowed } from './user-chart.tsx'

const TrackChart = componentLater(() => import('./track-chart.tsx'), 'TrackChart')

/** Of the first tab only, because the server does not see the hash. */
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
            content: <Later of="trending-tracks" />,
          },
          { value: 'most-dropped', label: 'All Timers', content: <Later of="most-dropped" /> },
        ]}
      />
      <FindMembers />
      <FromSpotify />
    </Page>
  )
}

/** A chart that is not the first one. */
const Later = (chart: ComponentProps<typeof TrackChart>) => (
  <LoadBoundary
    loading={trackSkeleton}
    failed={retry => (
      <ErrorState
        title="Error loading top tracks. Please try again later."
        query={{ isFetching: false, refetch: retry }}
      />
    )}
  >
    <TrackChart {...chart} />
  </LoadBoundary>
)
