import { TextLink } from '../../ui/link.tsx'
import { SpotifyLogo } from './spotify-logo.tsx'

/** The service's rules: its mark and a link to it where its titles and covers are. */
export function FromSpotify() {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <SpotifyLogo />
      <span>
        Titles and covers from <TextLink href="https://open.spotify.com">Spotify</TextLink>
      </span>
    </p>
  )
}
