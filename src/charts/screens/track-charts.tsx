import { useQuery } from '@tanstack/react-query'
import { Flame, type IconNode, Trophy } from 'lucide'
import { paths } from '../../contract/paths.shared.ts'
import { haveIt } from '../../discovery/have-it.shared.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import type { Playlist } from '../../tracks/screens/player/now-playing.ts'
import { useTrackMenu } from '../../tracks/screens/track-menu.tsx'
import { query } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pluralize } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSite } from '../../ui/site.tsx'
import { Chart, trackSkeleton } from './chart.tsx'
import { ChartTrackRow } from './chart-track-row.tsx'

export function TrendingTracks() {
  const { brand } = useSite()
  const user = useCurrentUser()
  const tracks = useQuery(query('GET /api/charts/top-tracks', {}))
  const playlist = playlistOf('Trending Tracks', 'trending-tracks', tracks.data)
  const { menu, linkProps } = useTrackMenu(undefined)
  return (
    <>
      <Chart
        query={tracks}
        caption={`The top tracks on the ${brand} today`}
        loadingLabel="Loading top tracks"
        skeleton={trackSkeleton}
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
            count={haveIt(track.count)}
            badge={<TopBadge shape={Trophy}>TOP TRACK</TopBadge>}
            menuLink={linkProps(track)}
          />
        )}
      </Chart>
      {menu}
    </>
  )
}

export function MostDropped() {
  const tracks = useQuery(query('GET /api/charts/most-dropped', {}))
  const playlist = playlistOf('All Timers', 'most-dropped', tracks.data)
  const { menu, linkProps } = useTrackMenu(undefined)
  return (
    <>
      <Chart
        query={tracks}
        caption="The most dropped tracks of all time"
        loadingLabel="Loading most dropped tracks"
        skeleton={trackSkeleton}
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
            badge={<TopBadge shape={Flame}>MOST DROPPED</TopBadge>}
            menuLink={linkProps(track)}
          />
        )}
      </Chart>
      {menu}
    </>
  )
}

const TopBadge = ({ shape, children }: { shape: IconNode; children: string }) => (
  <p className="flex items-center gap-1 font-display text-xs font-extrabold tracking-wide">
    <Icon shape={shape} size={12} />
    {children}
  </p>
)

const playlistOf = (name: string, hash: string, tracks: Playlist['tracks'] = []): Playlist => ({
  name,
  href: `${paths.charts}#${hash}`,
  tracks,
})
