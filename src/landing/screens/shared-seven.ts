import { paths } from '../../contract/paths.shared.ts'
import { trackLinkOf } from '../../spotify/page-links.shared.ts'
import { parseTrackLink } from '../../spotify/track-link.shared.ts'
import { maxTracks } from '../../tracks/tracks.shared.ts'

const prefix = '#seven='

/** The URL of the question with these tracks on top. They are in its hash, which no server sees. */
export const sharedSevenPath = (trackIds: string[]) => paths.landing + prefix + trackIds.join('.')

/** The ids in such a hash, each once; none in any other. */
export function readSharedSeven(hash: string): string[] {
  if (!hash.startsWith(prefix)) return []
  const ids = hash.slice(prefix.length).split('.')
  const valid = ids.filter(id => parseTrackLink(trackLinkOf(id)) === id)
  return [...new Set(valid)].slice(0, maxTracks)
}
