import {
  findTextLinks,
  readSpotifyLink,
  type SpotifyLink,
  withoutInvisible,
} from './spotify-link.shared.ts'

/** The track's id in the one link of a text, whatever touches it, or null when that is no link to a track. */
export const parseTrackLink = (pasted: string): string | null => trackIdOf(readSpotifyLink(pasted))

/**
 * Ids have 22 characters; whatever follows one that is no letter or digit belongs to the text around it. Behind
 * a shorter one only punctuation does, because another character may be what is wrong with the id.
 */
export function trackIdOf(link: SpotifyLink | null): string | null {
  if (link?.kind !== 'track') return null
  const [, whole, other] =
    /^(?:([A-Za-z0-9]{22})(?![\p{L}\p{N}])|([A-Za-z0-9]{1,64})[.,;:)\]}'*_~|`\s]*$)/u.exec(
      link.id,
    ) ?? []
  return whole ?? other ?? null
}

/** The https URL of a short link, of which only the host knows where it leads. Null for any other text. */
export function parseShortLink(pasted: string): string | null {
  const [link, ...others] = findTextLinks(withoutInvisible(pasted))
  return link && others.length === 0 ? shortLinkIn(link.text) : null
}

export function shortLinkIn(link: string): string | null {
  const [, host, id] =
    /^(?:https?:\/\/)?(?:(spotify\.link|spotify\.app\.link)|open\.spotify\.com\/s)\/([a-z\d]+(?:[_-]+[a-z\d]+)*)(?![a-z\d]|[_-]+[a-z\d]|\/\w)/i.exec(
      link,
    ) ?? []
  if (!id || id.length > 64) return null
  return host ? `https://${host.toLowerCase()}/${id}` : `https://open.spotify.com/s/${id}`
}
