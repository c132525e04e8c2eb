import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { stretchedLink } from '../../drops/screens/drop-parts.tsx'
import { TrackArt } from '../../tracks/screens/track-art.tsx'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { queryOrNull } from '../../ui/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Card } from '../../ui/page.tsx'
import { useSite } from '../../ui/site.tsx'
import type { CloseMember, TrackSummary } from '../discovery.schemas.ts'

export const closeMembersQuery = queryOrNull('GET /api/close-members', {}, 'not_signed_in')

type CloseMembersProps = {
  initialCount: number
  as?: 'section' | 'article'
  className?: string
}

export function CloseMembers({
  initialCount,
  as: Section = 'section',
  className,
}: CloseMembersProps) {
  const { brand } = useSite()
  const [showsAll, setShowsAll] = useState(false)
  const { data } = useQuery(closeMembersQuery)
  if (!data?.length) return null
  const shown = showsAll ? data : data.slice(0, initialCount)
  const hidden = data.length - shown.length
  return (
    <Section aria-labelledby="close" className={className}>
      <h2 id="close" className="font-display text-heading font-bold">
        Close to your seven
      </h2>
      <p className="mt-1 mb-4 text-muted">
        {brand}s that share tracks with yours. People who hear it like you do.
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {shown.map(member => (
          <CloseMemberRow key={member.username} member={member} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="secondary" onClick={() => setShowsAll(true)} className="mt-3">
          Show {hidden} more
        </Button>
      )}
    </Section>
  )
}

function CloseMemberRow({ member: { username, avatar, shared } }: { member: CloseMember }) {
  return (
    <Card
      as="li"
      className="relative flex items-center gap-3 transition-colors hover:border-line-strong hover:bg-sunken"
    >
      <Avatar name={username} src={avatar} />
      <div className="min-w-0 grow">
        <Link
          href={paths.profile(username)}
          className={`leading-snug font-bold wrap-anywhere ${stretchedLink}`}
        >
          @{username}
        </Link>
        <p className="text-sm text-muted">
          You both have <Titles tracks={shared} />
        </p>
      </div>
      <div className="flex shrink-0 gap-1.5 max-sm:hidden">
        {shared.slice(0, 3).map(track => (
          <TrackArt key={track.spotify_track_id} track={track} className="size-11!" />
        ))}
      </div>
    </Card>
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
          <bdi className="font-medium text-ink">{trackTitle(track)}</bdi>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
