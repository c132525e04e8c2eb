import { useQuery } from '@tanstack/react-query'
import { Flame, Trophy } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import type { Playlist } from '../../tracks/screens/player/now-playing.ts'
import { query } from '../../ui/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pluralize } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, skeletons } from '../../ui/loading.tsx'
import { useSite } from '../../ui/site.tsx'
import { Chart } from './chart.tsx'
import { ChartTrackRow } from './chart-track-row.tsx'

export function TrendingTracks() {
  const { brand } = useSite()
  const user = useCurrentUser()
  const tracks = useQuery(query('GET /api/charts/top-tracks', {}))
  const playlist = playlistOf('Trending Tracks', 'trending-tracks', tracks.data)
  return (
    <Chart
      query={tracks}
      caption={`The top tracks on the ${brand} today`}
      loadingLabel="Loading top tracks"
      skeleton={skeleton}
      errorTitle="Error loading top tracks. Please try again later."
      empty={
        <EmptyState
          title={`No tracks found. Be the first to add tracks to your ${brand}!`}
          action={<Button href={user ? paths.home : paths.login}>Add tracks</Button>}
        />
      }
    >
      {(track, index) => (
        <ChartTrackRow
          key={track.spotify_track_id}
          track={track}
          rank={index + 1}
          playlist={playlist}
          count={`On ${pluralize(track.count, brand)}`}
          highlight="gold"
          badge={
            <Badge tone="gold" icon={<Icon shape={Trophy} size={14} />}>
              TOP TRACK
            </Badge>
          }
        />
      )}
    </Chart>
  )
}

export function MostDropped() {
  const tracks = useQuery(query('GET /api/charts/most-dropped', {}))
  const playlist = playlistOf('All Timers', 'most-dropped', tracks.data)
  return (
    <Chart
      query={tracks}
      caption="The most dropped tracks of all time"
      loadingLabel="Loading most dropped tracks"
      skeleton={skeleton}
      errorTitle="Error loading most dropped tracks. Please try again later."
      empty={<EmptyState title="No dropped tracks found yet." />}
    >
      {(track, index) => (
        <ChartTrackRow
          key={track.spotify_track_id}
          track={track}
          rank={index + 1}
          playlist={playlist}
          count={`In ${pluralize(track.count, 'drop')}`}
          highlight="dark"
          badge={
            <Badge
              tone="danger"
              className="font-display font-extrabold! tracking-wide"
              icon={<Icon shape={Flame} size={14} />}
            >
              MOST DROPPED
            </Badge>
          }
        />
      )}
    </Chart>
  )
}

const playlistOf = (name: string, hash: string, tracks: Playlist['tracks'] = []): Playlist => ({
  name,
  href: `${paths.charts}#${hash}`,
  tracks,
})

const skeleton = (
  <>
    <Skeleton className="h-43 rounded-card! sm:h-49" />
    {skeletons(5, 'h-29 rounded-card!')}
  </>
)
