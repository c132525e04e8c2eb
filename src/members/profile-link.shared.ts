import { readSpotifyLink } from '../spotify/spotify-link.shared.ts'

export const invalidProfileLinkMessage =
  'Please enter a valid Spotify profile URL (open.spotify.com/user/...)'

export function parseProfileLink(pasted: string): string | null {
  const link = readSpotifyLink(pasted)
  if (link?.kind !== 'user') return null
  // Removes the punctuation of a text behind the link.
  const id = link.id.replace(/[^\p{L}\p{N}._/%-].*$|[^\p{L}\p{N}_-]+$/su, '')
  return /^[\p{L}\p{N}._-]{1,64}$/u.test(id) && /[\p{L}\p{N}]/u.test(id) ? id : null
}
