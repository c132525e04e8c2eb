import { paths } from '../../contract/paths.shared.ts'
import { avatarAddress, findMemberByName } from '../../members/members.queries.ts'
import { notFound } from '../../platform/errors.ts'
import type { CardKind } from '../../share-cards/serve-cards.ts'
import { listCard, readableAddress } from '../../share-cards/share-card.ts'
import { pluralize } from '../../ui/text/format.ts'
import type { Spine } from '../drops.schemas.ts'
import { minPosterDrops } from '../drops.shared.ts'
import { findNewestList } from '../history-poster.queries.ts'
import { findShelf } from './shelf.queries.ts'

/** Ten years of weeks. */
const maxSpines = 520

type Content = {
  username: string
  avatar: string | null
  spines: Spine[]
  tracks: { spotify_track_id: string; title: string | null; artist: string | null }[]
}

/** Pictures of a member's shelf, in the ground of the newest number one, from three drops on. */
export const shelfCards: CardKind<Content> = {
  route: paths.shelf(':username', ':file'),
  async find(db, { username = '' }) {
    const member = await findMemberByName(db, username)
    const [spines, tracks] = await Promise.all([
      findShelf(db, member.id, maxSpines),
      findNewestList(db, member.id),
    ])
    if (spines.length < minPosterDrops) throw notFound('This shelf')
    return { username: member.username, avatar: avatarAddress(member.avatar), spines, tracks }
  },
  path: ({ username }, file) => paths.shelf(username, file),
  compose({ username, avatar, spines, tracks }, { brand, publicUrl }) {
    const card = listCard({
      brand,
      address: readableAddress(publicUrl, paths.drops(username)),
      title: `@${username}`,
      details: [`The shelf · ${pluralize(spines.length, 'drop')}`],
      note: null,
      username,
      avatar,
      tracks,
    })
    const drawn = spines.map(({ drop_number, color }) => ({ number: drop_number, color }))
    return { ...card, chart: { spines: drawn } }
  },
}
