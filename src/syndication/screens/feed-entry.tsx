import type { DropMovement } from '../../contract/movement.schemas.ts'
import { MailLines } from '../../mail/layout/mail-parts.tsx'
import { trackLinkOf } from '../../spotify/page-links.shared.ts'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { movementLine, movementMark } from '../../tracks/movement/movement.shared.ts'
import type { DropTrack } from '../../tracks/tracks.schemas.ts'
import { LinkedText } from '../../ui/text/linked-text.tsx'

type FeedEntryProps = { note: string | null; movement: DropMovement; tracks: DropTrack[] }

export function FeedEntry({ note, movement, tracks }: FeedEntryProps) {
  return (
    <>
      {note && (
        <blockquote dir="auto">
          <MailLines text={note} render={line => <LinkedText text={line} rel="nofollow ugc" />} />
        </blockquote>
      )}
      <p>{movementLine(movement)}</p>
      <ol>
        {tracks.map(track => (
          <FeedTrack key={track.rank} track={track} />
        ))}
      </ol>
    </>
  )
}

function FeedTrack({ track }: { track: DropTrack }) {
  const moved = movementMark(track.movement)
  return (
    <li>
      {track.artwork && <img src={track.artwork} alt="" width="64" height="64" />}{' '}
      <a dir="auto" href={trackLinkOf(track.spotify_track_id)}>
        {trackTitle(track)}
      </a>
      {track.artist && (
        <>
          {' by '}
          <bdi>{track.artist}</bdi>
        </>
      )}
      {moved && ` (${moved.label})`}
    </li>
  )
}
