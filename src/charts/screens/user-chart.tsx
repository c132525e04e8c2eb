import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { query } from '../../ui/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pluralize } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { skeletons } from '../../ui/loading.tsx'
import { useSite } from '../../ui/site.tsx'
import type { ChartUser } from '../charts.schemas.ts'
import { Chart } from './chart.tsx'

export function MostFollowed() {
  const { brand } = useSite()
  return (
    <Chart
      query={useQuery(query('GET /api/charts/top-users', {}))}
      caption={`The ${brand}s with the most followers`}
      loadingLabel="Loading top users"
      skeleton={skeleton}
      errorTitle="Error loading top users. Please try again later."
      empty={<EmptyState title="No users found." />}
    >
      {(user, index) => (
        <li key={user.id}>
          <UserRow user={user} rank={index + 1} />
        </li>
      )}
    </Chart>
  )
}

const skeleton = skeletons(7, 'h-19 rounded-card! sm:h-21')

function UserRow({ user, rank }: { user: ChartUser; rank: number }) {
  return (
    <Link
      href={paths.profile(user.username)}
      className="flex min-h-19 items-center gap-3 rounded-card border border-line bg-surface px-3 py-2.5 transition-colors hover:border-line-strong hover:bg-sunken sm:min-h-21 sm:gap-4 sm:px-5"
    >
      <span className="w-9 shrink-0 text-center font-display text-2xl font-extrabold whitespace-nowrap tabular-nums sm:w-12 sm:text-3xl">
        {rank}
      </span>
      <Avatar name={user.username} src={user.avatar} />
      <span className="min-w-0 grow">
        <span className="block leading-snug font-bold sm:text-lg">@{user.username}</span>
        <span className="block text-sm text-muted">
          <span className="sm:hidden">{pluralize(user.followerCount, 'follower')} · </span>
          {pluralize(user.dropCount, 'drop')}
        </span>
      </span>
      <span className="flex shrink-0 gap-1.5 max-sm:[&>:nth-child(n+2)]:hidden">
        {user.tracks.map(track => (
          <TrackArt key={track.spotify_track_id} track={track} className="size-11!" />
        ))}
      </span>
      <span className="hidden w-32 shrink-0 text-end font-display font-bold sm:block">
        {pluralize(user.followerCount, 'follower')}
      </span>
    </Link>
  )
}
