import { readSpotifyLink } from '../members/spotify-link.contract.ts'

/** The track's id in whatever link people paste, or null when it is no link to a track. */
export function parseTrackLink(pasted: string): string | null {
  const link = readSpotifyLink(pasted)
  return link?.kind === 'track' && /^[A-Za-z0-9]{1,64}$/.test(link.id) ? link.id : null
}

/** The plain address of a track. */
export const trackLinkOf = (id: string) => `https://open.spotify.com/track/${id}`
