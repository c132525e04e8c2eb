import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { FollowButton } from '../../follows/screens/follow/follow-button.tsx'
import { PlayButton } from '../../player/screens/play-button.tsx'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { NumberOne } from '../../tracks/screens/number-one.tsx'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import type { TrackSummary } from '../../tracks/tracks.schemas.ts'
import { listName } from '../../tracks/tracks.shared.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { queryOrNull } from '../../ui/data/api.ts'
import { Link } from '../../ui/routing/link.tsx'
import { pluralize } from '../../ui/text/format.ts'
import type { SuggestedMember } from '../discovery.schemas.ts'

/** Null for a visitor. */
export const suggestedMembersQuery = queryOrNull('GET /api/members-to-hear', {}, 'not_signed_in')

const headings = {
  close: 'Close to your seven',
  this_week: 'Dropped this week',
  earlier: 'Dropped earlier',
} satisfies Record<SuggestedMember['reason'], string>

/** Members whom one does not follow, to play and to follow in the row. */
export function SuggestedMembers() {
  const members = useSuggestedMembers()
  if (members.length === 0) return null
  const byReason = Object.groupBy(members, ({ reason }) => reason)
  return (
    <div className="grid grid-cols-1 gap-10">
      {(Object.keys(headings) as SuggestedMember['reason'][]).map(
        reason => byReason[reason] && <Suggested key={reason} members={byReason[reason]} />,
      )}
    </div>
  )
}

const inFeed = 3

/** An article, because the feed role allows no other children. */
export function CloseInFeed() {
  const close = useSuggestedMembers().filter(({ reason }) => reason === 'close')
  return close.length > 0 && <Suggested as="article" members={close.slice(0, inFeed)} />
}

/** Keeps the rows of the first render: a row must not disappear under the finger when its member is followed. */
function useSuggestedMembers(): SuggestedMember[] {
  const { data } = useQuery(suggestedMembersQuery)
  return useState(data)[0] ?? []
}

type SuggestedProps = { members: SuggestedMember[]; as?: 'section' | 'article' }

function Suggested({ members, as: Section = 'section' }: SuggestedProps) {
  const id = useId()
  const reason = members[0]?.reason ?? 'close'
  return (
    <Section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-heading font-bold">
        {headings[reason]}
      </h2>
      <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
        {members.map(member => (
          <MemberRow key={member.username} member={member} />
        ))}
      </ul>
    </Section>
  )
}

function MemberRow({ member }: { member: SuggestedMember }) {
  const { username, avatar, followerCount, tracks, shared } = member
  const href = paths.profile(username)
  const [first] = tracks
  const both = shared.flatMap(id => tracks.find(track => track.spotify_track_id === id) ?? [])
  return (
    <li className="grid content-start gap-3 border-t border-line py-3.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Avatar name={username} src={avatar} />
        <div className="ml-1 min-w-0 grow basis-24 leading-snug">
          <Link translate="no" href={href} className="font-bold wrap-anywhere hover:underline">
            {`@${username}`}
          </Link>
          <p className="text-sm text-muted">{pluralize(followerCount, 'follower')}</p>
        </div>
        <PlayButton
          look="word"
          playlist={{ name: listName(username, tracks.length), href, owner: username, tracks }}
        />
        <FollowButton username={username} row={{ isFollowing: false }} />
      </div>
      <SevenCovers tracks={tracks} layout="strip" />
      {both.length > 0 ? (
        <p className="text-sm text-muted">
          You both have <Titles tracks={both} />
        </p>
      ) : (
        first && <NumberOne track={first} />
      )}
    </li>
  )
}

/** "One", "One and Two", "One, Two and Three", "One, Two and 2 more". */
function Titles({ tracks }: { tracks: TrackSummary[] }) {
  const shown = tracks.slice(0, tracks.length > 3 ? 2 : 3)
  const more = tracks.length - shown.length
  return (
    <>
      {shown.map((track, index) => (
        <Fragment key={track.spotify_track_id}>
          {index > 0 && (index === tracks.length - 1 ? ' and ' : ', ')}
          <bdi translate="no" className="font-medium text-ink">
            {trackTitle(track)}
          </bdi>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
