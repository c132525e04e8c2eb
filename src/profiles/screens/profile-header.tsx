import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { SharedTracks } from '../../discovery/screens/shared-tracks.tsx'
import { followerCountQuery } from '../../follows/screens/follow/follow-state.ts'
import { profileLinkOf } from '../../members/profile-link.shared.ts'
import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { ShareButton } from '../../share-cards/screens/share-button.tsx'
import { tracksInOrder } from '../../tracks/screens/track-title.ts'
import { query } from '../../ui/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { pluralize } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Profile } from '../profiles.schemas.ts'

const dropsPollMs = 3000
/** Longer names have a smaller font size, so that they wrap at most once. */
const longName = 16

export function ProfileHeader({ profile, action }: { profile: Profile; action: ReactNode }) {
  const { username, avatar } = profile
  const { brand } = useSite()
  const isOwn = useIsCurrentUser(username)
  const { data: drops } = useQuery({
    ...query('GET /api/users/:username/drops-count', { params: { username } }),
    initialData: { totalDrops: profile.totalDrops },
    refetchInterval: dropsPollMs,
  })
  return (
    <header className="grid grid-cols-1 gap-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center sm:gap-6">
      <div className="flex items-center gap-4 sm:contents">
        <Avatar
          name={username}
          src={avatar}
          size="lg"
          className="max-sm:size-16 sm:size-28 sm:text-5xl"
        />
        <div className="grid min-w-0 gap-1 sm:gap-2">
          <h1
            className={classes(
              'font-display font-extrabold',
              username.length > longName ? 'text-2xl leading-tight lg:text-4xl' : 'text-title',
            )}
          >
            {username}
          </h1>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
            {profile.tracks.length > 0 && <span>{tracksInOrder(profile.tracks.length)}</span>}
            <FollowerCount username={username} />
            {profile.spotify_user_id && (
              <TextLink href={profileLinkOf(profile.spotify_user_id)}>Spotify profile</TextLink>
            )}
          </p>
          {!isOwn && <SharedTracks username={username} />}
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-2 max-sm:*:px-3 max-[22.5rem]:*:px-2 sm:justify-end">
        {isOwn ? (
          <Button href={paths.home} className="max-sm:grow">
            Edit
          </Button>
        ) : (
          action
        )}
        <Button href={paths.drops(username)} variant="secondary" className="max-sm:grow">
          {pluralize(drops.totalDrops, 'drop')}
        </Button>
        <ShareButton
          title={`The ${brand} of @${username}`}
          path={paths.profile(username)}
          card={profile.card}
          iconOnly
        />
      </div>
    </header>
  )
}

function FollowerCount({ username }: { username: string }) {
  const { data } = useQuery(followerCountQuery(username))
  if (!data) return null
  const [count, word] = pluralize(data.followerCount, 'follower').split(' ')
  return (
    <span>
      <strong className="text-ink">{count}</strong> {word}
    </span>
  )
}
