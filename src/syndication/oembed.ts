import { dropNumberPattern, paths, usernamePattern } from '../contract/paths.shared.ts'
import { dropCards } from '../drops/drop-share-card.ts'
import { findDrop } from '../drops/drops.queries.ts'
import { findMemberByName } from '../members/members.queries.ts'
import { findCurrentName } from '../members/usernames/usernames.queries.ts'
import type { Config } from '../platform/config/config.ts'
import type { Queryable } from '../platform/database.ts'
import { Failure, notFound } from '../platform/errors.ts'
import type { QueryOf, ResponseOf } from '../platform/http/endpoint.shared.ts'
import { profileCards } from '../profiles/profile-share-card.ts'
import { findProfile } from '../profiles/profiles.queries.ts'
import { cardSizes } from '../share-cards/card-format.shared.ts'
import { cardPath } from '../share-cards/serve-cards.ts'
import { listName } from '../tracks/tracks.shared.ts'
import type { getOembed } from './syndication.schemas.ts'

const frameSize = { width: 480, height: 560 }

/** The embed of the profile or the drop at `url`; `maxwidth` and `maxheight` are in pixels. */
export async function readOembed(
  db: Queryable,
  site: Pick<Config, 'brand' | 'publicUrl'>,
  { url, format, maxwidth, maxheight }: QueryOf<typeof getOembed>,
): Promise<ResponseOf<typeof getOembed>> {
  if (format && format.toLowerCase() !== 'json')
    throw new Failure('unsupported_format', 'Only format=json is available.')
  const { brand, publicUrl } = site
  const { username, title, frame, card } = await findEmbed()
  const width = Math.min(frameSize.width, maxwidth || frameSize.width)
  const height = Math.min(frameSize.height, maxheight || frameSize.height)
  return {
    type: 'rich',
    version: '1.0',
    title,
    author_name: username,
    author_url: publicUrl + paths.profile(username),
    provider_name: brand,
    provider_url: publicUrl,
    cache_age: 24 * 60 * 60,
    html: `<iframe src="${publicUrl}${frame}" width="${width}" height="${height}" title="${title}" loading="lazy" style="border:0;max-width:100%" allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture"></iframe>`,
    width,
    height,
    thumbnail_url: publicUrl + card,
    thumbnail_width: cardSizes.wide.width,
    thumbnail_height: cardSizes.wide.height,
  }

  // Usernames and numbers have no characters with a meaning in HTML.
  async function findEmbed() {
    const { name: given, dropNumber } = readUrl(url, publicUrl)
    const name = (await findCurrentName(db, given)) ?? given
    if (dropNumber === undefined) {
      const profile = await findProfile(db, await findMemberByName(db, name))
      const { username } = profile
      return {
        username,
        title: listName(username),
        frame: paths.embed(username),
        card: cardPath(profileCards, profile, site),
      }
    }
    const content = await findDrop(db, name, dropNumber)
    const { username } = content
    return {
      username,
      title: `Drop #${dropNumber} by @${username}`,
      frame: paths.dropEmbed(username, dropNumber),
      card: cardPath(dropCards, content, site),
    }
  }
}

/** Returns the member whose page a URL of this site is; throws `not_found` for every other URL. */
function readUrl(url: string, publicUrl: string): { name: string; dropNumber?: number } {
  const { origin, pathname } = URL.parse(url) ?? {}
  const [, name = '', number] = /^\/([^/]+)(?:\/drops\/([^/]+))?\/?$/.exec(pathname ?? '') ?? []
  if (origin !== publicUrl || !usernamePattern.test(name)) throw notFound('This page')
  if (number === undefined) return { name }
  if (!dropNumberPattern.test(number)) throw notFound('This drop')
  return { name, dropNumber: Number(number) }
}
