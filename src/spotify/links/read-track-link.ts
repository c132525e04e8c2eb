import type { Context } from '../../platform/context.ts'
import { rateLimited } from '../../platform/errors.ts'
import { take, type Who } from '../../platform/limits/limits.ts'
import {
  invalidTrackLink,
  shortLinkBroken,
  shortLinkNotTrack,
  shortLinkUnavailable,
} from '../spotify.errors.ts'
import { parseShortLink, parseTrackLink } from '../track-link.shared.ts'
import { resolveShortLink } from './resolve-short-link.ts'

const shortLinkLimit = { what: 'short link', max: 60, seconds: 60 * 60 }

/**
 * The id of the track that a pasted link names, or that a short link leads to. Short links are counted for each
 * `client`, a member or a visitor's IP. Throws `invalidTrackLink`, `rateLimited`, or what is wrong with the short link.
 */
export async function readTrackLink(
  context: Context,
  client: Who,
  pasted: string,
): Promise<string> {
  const { config, log } = context
  const shortLink = parseShortLink(pasted)
  const trackId = parseTrackLink(pasted)
  if (trackId) return trackId
  if (!shortLink) throw invalidTrackLink()
  if (config.outsideServices === 'off') throw shortLinkUnavailable()
  const wait = await take(context, [{ ...shortLinkLimit, who: [client] }])
  if (wait > 0) throw rateLimited(wait)
  const link = await resolveShortLink(config.outsideServices, shortLink).catch(error => {
    log.info({ err: error }, 'a short link could not be resolved')
    throw shortLinkUnavailable()
  })
  if (!link) throw shortLinkBroken()
  const found = parseTrackLink(`spotify:${link.kind}:${link.id}`)
  if (!found) throw shortLinkNotTrack(link.kind)
  return found
}
