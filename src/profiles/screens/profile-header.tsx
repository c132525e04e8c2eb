import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { SharedTracks } from '../../discovery/screens/shared-tracks.tsx'
import { followerCountQuery } from '../../follows/screens/follow/follow-state.ts'
import { useCurrentUser, useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { ShareButton } from '../../share-cards/screens/share-button.tsx'
import { minPictureDrops } from '../../shelf/shelf.shared.ts'
import { profileLinkOf } from '../../spotify/page-links.shared.ts'
import { listName } from '../../tracks/tracks.shared.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { query } from '../../ui/data/api.ts'
import { TextLink } from '../../ui/routing/link.tsx'
import { BreakableName } from '../../ui/text/breakable.tsx'
import { pluralize } from '../../ui/text/format.ts'
import type { Profile } from '../profiles.schemas.ts'

/** The specification asks for three seconds. */
const dropsPollMs = 3000

export function ProfileHeader({ profile, action }: { profile: Profile; action: ReactNode }) {
  const { username, avatar } = profile
  const user = useCurrentUser()
  const isOwn = useIsCurrentUser(username)
  const { data: drops } = useQuery({
    ...query('GET /api/users/:username/drops-count', { params: { username } }),
    initialData: { totalDrops: profile.totalDrops },
    refetchInterval: dropsPollMs,
  })
  const { data: followers } = useQuery(followerCountQuery(username))
  return (
    <header className="grid grid-cols-1 gap-2">
      {/* Where the whole name has no room beside the button, the button is below it, full width. */}
      <div className="flex flex-wrap items-center gap-2 *:last:grow">
        <div className="flex min-w-0 grow-[9999] items-center gap-2">
          <Avatar name={username} src={avatar} />
          <h1 translate="no" className="min-w-0 text-lg leading-tight font-extrabold">
            <BreakableName name={username} />
          </h1>
        </div>
        <div className="flex flex-wrap items-center gap-2 *:grow">
          {isOwn ? <Button href={paths.home}>Edit</Button> : action}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {followers && <span>{pluralize(followers.followerCount, 'follower')}</span>}
        <TextLink href={paths.drops(username)}>{pluralize(drops.totalDrops, 'drop')}</TextLink>
        {profile.spotify_user_id && (
          <TextLink href={profileLinkOf(profile.spotify_user_id)}>Spotify profile</TextLink>
        )}
        <ShareButton
          title={listName(username, profile.tracks.length)}
          path={paths.profile(username)}
          card={profile.card}
          shelf={
            drops.totalDrops >= minPictureDrops
              ? paths.shelf(username, 'current-story.jpg')
              : undefined
          }
          isLink
        />
      </div>
      {user && !isOwn && <SharedTracks username={username} />}
    </header>
  )
}
