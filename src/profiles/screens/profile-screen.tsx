import { useQuery } from '@tanstack/react-query'
import { paths } from '../../contract/paths.shared.ts'
import { sharedTracksQuery } from '../../discovery/screens/shared-tracks.tsx'
import { FollowButton } from '../../follows/screens/follow/follow-button.tsx'
import { followerCountQuery, isFollowingQuery } from '../../follows/screens/follow/follow-state.ts'
import { MemberNotFound } from '../../members/screens/member-not-found.tsx'
import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import { Shelf, shelfQuery } from '../../shelf/screens/shelf.tsx'
import { EmptyState } from '../../site/empty-state.tsx'
import { FailedPage } from '../../site/failed-page.tsx'
import { Note } from '../../site/note.tsx'
import { Page } from '../../site/page.tsx'
import { oembedOf, ShareTags } from '../../site/share-tags.tsx'
import { useSite } from '../../site/site.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { CallToAction } from '../../tracks/screens/call-to-action.tsx'
import { ListPage } from '../../tracks/screens/list-page.tsx'
import { listName } from '../../tracks/tracks.shared.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/routing/link.tsx'
import { DateOf } from '../../ui/text/dates.tsx'
import type { Profile } from '../profiles.schemas.ts'
import { ProfileHeader } from './profile-header.tsx'
import { profileQuery, unchangedDrop } from './profile-query.ts'

type Params = { username: string }

export const queries = ({ username }: Params) => [
  profileQuery(username),
  followerCountQuery(username),
  isFollowingQuery(username),
  sharedTracksQuery(username),
  shelfQuery(username),
]

export function Screen({ params: { username } }: { params: Params }) {
  const query = useQuery(profileQuery(username))
  if (query.data) return <ShownProfile profile={query.data} />
  if (query.data === null) return <Missing username={username} />
  const errorTitle = `Unable to load ${listName(username)}`
  return <FailedPage title={username} errorTitle={errorTitle} query={query} />
}

function Missing({ username }: Params) {
  const { brand } = useSite()
  return (
    <MemberNotFound username={username}>
      <Button href={paths.landing} variant="secondary">
        What is {brand}?
      </Button>
    </MemberNotFound>
  )
}

function ShownProfile({ profile }: { profile: Profile }) {
  const { brand, publicUrl } = useSite()
  const isOwn = useIsCurrentUser(profile.username)
  const head = (
    <>
      <ShareTags
        title={`The ${brand} - ${profile.username}`}
        shareTitle={listName(profile.username, profile.tracks.length)}
        description={describe(profile, brand)}
        path={paths.profile(profile.username)}
        type="profile"
        card={profile.card}
        alternates={[
          { type: 'application/atom+xml', href: paths.atomFeed(profile.username) },
          oembedOf(publicUrl, paths.profile(profile.username)),
        ]}
      />
      <ProfileHeader
        profile={profile}
        action={
          <FollowButton
            username={profile.username}
            {...(profile.tracks.length > 0 && { place: 'aboveBar' })}
          />
        }
      />
      <LatestNote profile={profile} />
    </>
  )
  if (profile.tracks.length === 0)
    return (
      <Page>
        {head}
        <EmptyState
          title={`This user has no tracks on their ${brand} yet`}
          action={isOwn && <Button href={paths.home}>Add your tracks</Button>}
        />
      </Page>
    )
  return (
    <ListPage
      list={{
        tracks: profile.tracks,
        name: listName(profile.username, profile.tracks.length),
        href: paths.profile(profile.username),
        owner: profile.username,
      }}
      underWall={<Shelf username={profile.username} />}
      end={<CallToAction username={profile.username} count={profile.tracks.length} />}
      follow={!isOwn && <FollowButton username={profile.username} place="bar" />}
    >
      {head}
    </ListPage>
  )
}

function LatestNote({ profile }: { profile: Profile }) {
  const drop = unchangedDrop(profile)
  if (!drop?.note) return null
  return (
    <Note text={drop.note}>
      <Link
        href={paths.drop(profile.username, drop.drop_number)}
        className="font-semibold text-ink underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        Drop #{drop.drop_number}
      </Link>{' '}
      · <DateOf at={drop.created_at} />
    </Note>
  )
}

function describe({ username, tracks }: Profile, brand: string) {
  const [first, ...others] = tracks.slice(0, 3).map(trackTitle)
  if (!first) return `@${username} on ${brand}`
  const named = others.length > 0 ? `, then ${others.join(', ')}` : ''
  return `${listName(username, tracks.length)}: number one is ${first}${named}.`
}
