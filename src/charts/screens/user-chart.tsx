import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { stretchedLink } from '../../drops/screens/drop-parts.tsx'
import { FollowButton } from '../../follows/screens/follow/follow-button.tsx'
import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { PlayButton } from '../../tracks/screens/player/play-button.tsx'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { listName } from '../../tracks/tracks.shared.ts'
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
      {(user, index) => <UserRow key={user.id} user={user} rank={index + 1} />}
    </Chart>
  )
}

const skeleton = skeletons(7, 'h-18')

function UserRow({ user, rank }: { user: ChartUser; rank: number }) {
  const { username, avatar, followerCount, dropCount, tracks, isFollowing } = user
  const isOwn = useIsCurrentUser(username)
  const href = paths.profile(username)
  return (
    <li className="relative flex min-h-18 items-center gap-2.5 border-t border-line py-1 hover:bg-sunken sm:gap-4">
      <span className="w-6 shrink-0 text-center font-display text-xl font-extrabold whitespace-nowrap tabular-nums sm:w-8">
        {rank}
      </span>
      <div className="w-28 shrink-0 max-[22.5rem]:hidden sm:w-34">
        {tracks.length > 0 && <SevenCovers tracks={tracks} shape="strip" />}
      </div>
      <Avatar name={username} src={avatar} className="max-md:hidden" />
      <div className="min-w-0 grow leading-snug">
        <Link href={href} className={`block truncate font-bold sm:text-lg ${stretchedLink}`}>
          @{username}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-sm leading-snug text-muted">
          <span>{pluralize(followerCount, 'follower')}</span>
          <span>{pluralize(dropCount, 'drop')}</span>
        </p>
      </div>
      <div className="relative flex shrink-0 items-center max-sm:grid sm:gap-2 max-sm:[&_button]:min-h-8">
        <PlayButton
          look="word"
          playlist={{ name: listName(username), href, owner: username, tracks }}
        />
        {!isOwn && <FollowButton username={username} row={{ isFollowing }} />}
      </div>
    </li>
  )
}
