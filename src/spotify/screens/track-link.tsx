import { paths } from '../../contract/paths.shared.ts'
import { Link } from '../../ui/routing/link.tsx'
import { type TitledTrack, trackTitle } from '../track-title.shared.ts'

type TrackLinkProps = {
  track: TitledTrack
  /** Underlined, as a link inside a sentence has to be. */
  inText?: boolean
}

export function TrackLink({ track, inText = false }: TrackLinkProps) {
  return (
    <Link
      dir="auto"
      translate="no"
      href={paths.track(track.spotify_track_id)}
      className={
        inText ? 'underline decoration-1 underline-offset-4 hover:decoration-2' : 'hover:underline'
      }
    >
      {trackTitle(track)}
    </Link>
  )
}
