import { useQuery } from '@tanstack/react-query'
import { Flame, Trophy } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { EmptyState } from '../../site/empty-state.tsx'
import { useSite } from '../../site/site.tsx'
import { haveIt } from '../../tracks/tracks.shared.ts'
import { Button } from '../../ui/button.tsx'
import { query } from '../../ui/data/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { pluralize } from '../../ui/text/format.ts'
import { Chart, trackSkeleton } from './chart.tsx'
import { ChartTrackRow } from './chart-track-row.tsx'

const charts = {
  'trending-tracks': {
    name: 'Trending Tracks',
    tracks: query('GET /api/charts/top-tracks', {}),
    what: 'top tracks',
    countOf: haveIt,
    badge: 'TOP TRACK',
    shape: Trophy,
  },
  'most-dropped': {
    name: 'All Timers',
    tracks: query('GET /api/charts/most-dropped', {}),
    what: 'most dropped tracks',
    countOf: (drops: number) => `In ${pluralize(drops, 'drop')}`,
    badge: 'MOST DROPPED',
    shape: Flame,
  },
}

/** `of` is the hash of the chart's tab. */
export function TrackChart({ of }: { of: keyof typeof charts }) {
  const { name, tracks, what, countOf, badge, shape } = charts[of]
  const { brand } = useSite()
  const user = useCurrentUser()
  const chart = useQuery(tracks)
  const playlist = { name, href: `${paths.charts}#${of}`, tracks: chart.data ?? [] }
  const isTrending = of === 'trending-tracks'
  return (
    <Chart
      query={chart}
      caption={
        isTrending ? `The top tracks on the ${brand} today` : 'The most dropped tracks of all time'
      }
      loadingLabel={`Loading ${what}`}
      skeleton={trackSkeleton}
      errorTitle={`Error loading ${what}. Please try again later.`}
      empty={
        isTrending ? (
          <EmptyState
            title={`No tracks found. Be the first to add tracks to your ${brand}!`}
            action={<Button href={user ? paths.home : paths.login}>Add tracks</Button>}
          />
        ) : (
          <EmptyState title="No dropped tracks found yet." />
        )
      }
    >
      {(track, index) => (
        <ChartTrackRow
          key={track.spotify_track_id}
          track={track}
          rank={index + 1}
          playlist={playlist}
          count={countOf(track.count)}
          badge={
            <p className="flex items-center gap-1 font-display text-xs font-extrabold tracking-wide">
              <Icon icon={shape} size={12} />
              {badge}
            </p>
          }
        />
      )}
    </Chart>
  )
}
