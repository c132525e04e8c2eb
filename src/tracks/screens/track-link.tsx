import { paths } from '../../platform/paths.ts'
import { Link } from '../../ui/link.tsx'
import { type DisplayedTrack, trackTitle } from './track-title.ts'

type TrackLinkProps = { track: Pick<DisplayedTrack, 'spotify_track_id' | 'title'> }

/** A track's title, with a link to the page of the track. */
export function TrackLink({ track }: TrackLinkProps) {
  return (
    <Link href={paths.track(track.spotify_track_id)} className="hover:underline">
      {trackTitle(track)}
    </Link>
  )
}
