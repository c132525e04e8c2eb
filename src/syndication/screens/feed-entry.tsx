import { trackLinkOf } from '../../spotify/track-link.shared.ts'
import {
  type DropMovement,
  movementLine,
  movementMark,
} from '../../tracks/movement/movement.shared.ts'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import type { DropTrack } from '../../tracks/tracks.schemas.ts'

type FeedEntryProps = { note: string | null; movement: DropMovement | null; tracks: DropTrack[] }

/** A drop in a feed reader, which shows HTML without styles. */
export function FeedEntry({ note, movement, tracks }: FeedEntryProps) {
  const line = movementLine(movement)
  return (
    <>
      {note && <blockquote>{note}</blockquote>}
      {line && <p>{line}</p>}
      <ol>
        {tracks.map(track => (
          <FeedTrack key={track.rank} track={track} />
        ))}
      </ol>
    </>
  )
}

function FeedTrack({ track }: { track: DropTrack }) {
  const moved = track.movement && movementMark(track.movement)
  return (
    <li>
      {track.artwork && <img src={track.artwork} alt="" width="64" height="64" />}{' '}
      <a href={trackLinkOf(track.spotify_track_id)}>{trackTitle(track)}</a>
      {track.artist && ` by ${track.artist}`}
      {moved && ` (${moved.label})`}
    </li>
  )
}
