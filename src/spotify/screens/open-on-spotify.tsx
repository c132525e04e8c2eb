import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/routing/link.tsx'
import { trackLinkOf } from '../page-links.shared.ts'
import { type TitledTrack, trackTitle, unavailableText } from '../track-title.shared.ts'
import { SpotifyLogo } from './from-spotify.tsx'

type OpenOnSpotifyProps = {
  track: TitledTrack & { gone?: boolean }
  /** Phones show the logo alone, unless the track is gone. */
  isShort?: boolean
}

/** The streaming service's logo with a link to the track, which its guidelines require. */
export function OpenOnSpotify({ track, isShort = false }: OpenOnSpotifyProps) {
  const label = track.gone ? unavailableText : 'Open on Spotify'
  return (
    <Link
      href={trackLinkOf(track.spotify_track_id)}
      aria-label={`${label}: ${trackTitle(track)}`}
      className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-md text-sm font-semibold text-muted hover:text-ink"
    >
      <SpotifyLogo />
      <span className={classes('whitespace-nowrap', isShort && !track.gone && 'max-sm:hidden')}>
        {label}
      </span>
    </Link>
  )
}
