import { readSpotifyLink } from './spotify-link.shared.ts'

/** The track's id in whatever link people paste, or null when it is no link to a track. */
export function parseTrackLink(pasted: string): string | null {
  const link = readSpotifyLink(pasted)
  return link?.kind === 'track' && /^[A-Za-z0-9]{1,64}$/.test(link.id) ? link.id : null
}

/** The https address of a short link, of which only the host knows where it leads. Null for any other text. */
export function parseShortLink(pasted: string): string | null {
  const text = pasted.trim().replace(/^<(.*)>$/s, '$1')
  const [, host, id] =
    /^(?:https?:\/\/)?(?:(spotify\.link|spotify\.app\.link)|open\.spotify\.com\/s)\/([\w-]{1,64})\/?(?:[?#&]\S*)?$/i.exec(
      text.trim(),
    ) ?? []
  if (!id) return null
  return host ? `https://${host.toLowerCase()}/${id}` : `https://open.spotify.com/s/${id}`
}

export const trackLinkOf = (id: string) => `https://open.spotify.com/track/${id}`
