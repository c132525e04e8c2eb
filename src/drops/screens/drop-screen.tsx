import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { dropNumberPattern, paths } from '../../contract/paths.shared.ts'
import { OwnDelivery } from '../../delivery/screens/own-delivery.tsx'
import { FollowButton } from '../../follows/screens/follow/follow-button.tsx'
import { isFollowingQuery, useFollowState } from '../../follows/screens/follow/follow-state.ts'
import { useIsCurrentUser } from '../../members/screens/use-current-user.ts'
import type { ResponseOf } from '../../platform/http/endpoint.shared.ts'
import { SendSongLine } from '../../returned-songs/screens/send-song-line.tsx'
import { ShareButton } from '../../share-cards/screens/share-button.tsx'
import { FailedPage } from '../../site/failed-page.tsx'
import { MessagePage } from '../../site/message-page.tsx'
import { Note } from '../../site/note.tsx'
import { oembedOf, ShareTags } from '../../site/share-tags.tsx'
import { useSite } from '../../site/site.tsx'
import { TrackLink } from '../../spotify/screens/track-link.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { movementLine } from '../../tracks/movement/movement.shared.ts'
import { CallToAction } from '../../tracks/screens/call-to-action.tsx'
import { ListPage } from '../../tracks/screens/list-page.tsx'
import type { LeftTrack } from '../../tracks/tracks.schemas.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { queryOrNull } from '../../ui/data/api.ts'
import { TextLink } from '../../ui/routing/link.tsx'
import { DateOf } from '../../ui/text/dates.tsx'
import type { getDrop } from '../drops.schemas.ts'
import { dropPlaylist } from './drop-parts.tsx'

type Params = { username: string; dropNumber: string }

// An invalid number is requested as drop 0, which does not exist.
const dropQuery = ({ username, dropNumber }: Params) =>
  queryOrNull(
    'GET /api/users/:username/drops/:dropNumber',
    {
      params: { username, dropNumber: dropNumberPattern.test(dropNumber) ? Number(dropNumber) : 0 },
    },
    'not_found',
  )

export const queries = (params: Params) => [dropQuery(params), isFollowingQuery(params.username)]

export function Screen({ params }: { params: Params }) {
  const query = useQuery(dropQuery(params))
  if (query.data) return <Drop data={query.data} />
  if (query.data === null) return <Missing />
  return <FailedPage title="Drop" errorTitle="Unable to load this drop" query={query} />
}

function Drop({ data }: { data: ResponseOf<typeof getDrop> }) {
  const { brand, publicUrl } = useSite()
  const isOwner = useIsCurrentUser(data.username)
  const { username, drop, tracks, left } = data
  const shared = {
    title: `Drop #${drop.dropNumber} by @${username}`,
    path: paths.drop(username, drop.dropNumber),
  }
  const names = tracks.slice(0, 3).map(trackTitle).join(', ')
  return (
    <ListPage
      list={{ tracks, ...dropPlaylist(username, drop.dropNumber) }}
      follow={!isOwner && <FollowButton username={username} place="bar" />}
      afterRows={<LeftTracks tracks={left} />}
      end={
        <>
          {!isOwner && <FollowAtEnd username={username} />}
          {data.acceptsSongs && <SendSongLine username={username} dropNumber={drop.dropNumber} />}
          <CallToAction username={username} count={tracks.length} />
          <OwnDelivery
            username={username}
            dropNumber={drop.dropNumber}
            hasNote={drop.note !== null}
          />
        </>
      }
    >
      <ShareTags
        title={`Drop #${drop.dropNumber} by ${username} - ${brand}`}
        description={drop.note || `${tracks.length} tracks by @${username}: ${names}`}
        path={paths.drop(username, drop.dropNumber)}
        type="article"
        card={data.card}
        alternates={[oembedOf(publicUrl, paths.drop(username, drop.dropNumber))]}
      />
      <header className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <Avatar name={username} src={data.avatar} />
          <h1 className="min-w-0 grow basis-[6rem] text-xl leading-tight font-extrabold">
            Drop #{drop.dropNumber}
          </h1>
          {isOwner ? (
            <ShareButton {...shared} card={data.card} heading={`Share drop #${drop.dropNumber}`} />
          ) : (
            <FollowButton username={username} place="aboveBar" />
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          <span>
            by <TextLink href={paths.profile(username)}>{`@${username}`}</TextLink>
          </span>
          <DateOf at={drop.createdAt} />
          <TextLink href={paths.drops(username)}>All drops</TextLink>
          {!isOwner && <ShareButton {...shared} card={data.card} isLink />}
        </div>
      </header>
      {drop.note && <Note text={drop.note} />}
      <p className="text-sm text-muted">{movementLine(drop.movement)}</p>
    </ListPage>
  )
}

/** The tracks of the previous drop that are gone. */
function LeftTracks({ tracks }: { tracks: LeftTrack[] }) {
  if (tracks.length === 0) return null
  return (
    <p className="border-t border-line py-3 text-sm text-muted">
      Out:{' '}
      {tracks.map((track, index) => (
        <Fragment key={track.rank}>
          {index > 0 && '; '}
          <span className="text-ink">
            <TrackLink track={track} inText />
          </span>
          {track.artist && (
            <>
              {' – '}
              <bdi translate="no">{track.artist}</bdi>
            </>
          )}
          {`, was ${track.rank}`}
        </Fragment>
      ))}
    </p>
  )
}

/** Invites people who came by a link and have seen the list. Followers do not see it. */
function FollowAtEnd({ username }: { username: string }) {
  const { isFollowing } = useFollowState(username)
  if (isFollowing) return null
  return (
    <aside className="flex flex-wrap items-center justify-between gap-4 py-4 text-base text-ink">
      <p>One email when {`@${username}`} drops, at most once a week.</p>
      <FollowButton username={username} />
    </aside>
  )
}

function Missing() {
  const { brand } = useSite()
  return (
    <>
      <title>{`Drop Not Found - ${brand}`}</title>
      <MessagePage title="Drop Not Found" action={<Button href={paths.home}>Return Home</Button>}>
        The drop you're looking for doesn't exist or you don't have permission to view it.
      </MessagePage>
    </>
  )
}
