import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { FollowButton } from '../../follows/screens/follow/follow-button.tsx'
import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { PlayButton } from '../../player/screens/play-button.tsx'
import { EmptyState } from '../../site/empty-state.tsx'
import { useSite } from '../../site/site.tsx'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { listName } from '../../tracks/tracks.shared.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { query } from '../../ui/data/api.ts'
import { skeletons } from '../../ui/data/loading.tsx'
import { Link, stretchedLink } from '../../ui/routing/link.tsx'
import { pluralize } from '../../ui/text/format.ts'
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

/** Characters. A longer name is in a smaller font on phones, so that the row keeps its height. */
const longName = 20

function UserRow({ user, rank }: { user: ChartUser; rank: number }) {
  const { username, avatar, followerCount, dropCount, tracks, isFollowing, withoutMail } = user
  const isOwn = useIsCurrentUser(username)
  const href = paths.profile(username)
  return (
    <li className="relative flex min-h-18 items-center gap-2.5 border-t border-line py-1 hover:bg-sunken sm:gap-4">
      <span className="w-6 shrink-0 text-center font-display text-xl font-extrabold whitespace-nowrap tabular-nums sm:w-8">
        {rank}
      </span>
      <div className="w-16 shrink-0 max-[22.5rem]:hidden min-[24rem]:w-24 lg:w-34">
        {tracks.length > 0 && <SevenCovers tracks={tracks} layout="strip" />}
      </div>
      <Avatar name={username} src={avatar} className="max-md:hidden" />
      {/* On phones the name has a line of its own. */}
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
        <Link
          translate="no"
          href={href}
          className={classes(
            'leading-6 font-bold max-sm:col-span-2 sm:self-end sm:text-lg',
            username.length > longName && 'max-sm:text-[0.6875rem]',
            stretchedLink,
          )}
        >
          {`@${username}`}
        </Link>
        <p className="flex min-w-0 flex-wrap gap-x-3 text-xs leading-snug wrap-anywhere text-muted @max-3xs:col-span-2 sm:row-start-2 sm:self-start sm:text-sm">
          <span>{pluralize(followerCount, 'follower')}</span>
          <span>{pluralize(dropCount, 'drop')}</span>
        </p>
        <div className="relative flex items-center sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:gap-2">
          <PlayButton
            look="wordWhereWide"
            playlist={{ name: listName(username, tracks.length), href, owner: username, tracks }}
          />
          {!isOwn && <FollowButton username={username} row={{ isFollowing, withoutMail }} />}
        </div>
      </div>
    </li>
  )
}
