import { paths } from '../contract/paths.shared.ts'
import { avatarPath, findMemberByName } from '../members/members.queries.ts'
import { notFound } from '../platform/errors.ts'
import type { CardKind } from '../share-cards/serve-cards.ts'
import { listCard, readableAddress } from '../share-cards/share-card.ts'
import { pluralize } from '../ui/text/format.ts'
import { type ShelfRow, shelfOf } from './shelf.queries.ts'
import { minPictureDrops } from './shelf.shared.ts'

/** The picture has ten years of weeks. */
const findShelf = shelfOf(520)

type Content = {
  username: string
  avatar: string | null
  spines: ShelfRow[]
}

/** Pictures of a member's shelf, in the background of the newest number one, from three drops on. */
export const shelfCards: CardKind<Content> = {
  route: paths.shelf(':username', ':file'),
  async find(db, { username = '' }) {
    const member = await findMemberByName(db, username)
    const spines = await findShelf(db, member.id)
    if (spines.length < minPictureDrops) throw notFound('This shelf')
    return { username: member.username, avatar: avatarPath(member.avatar), spines }
  },
  path: ({ username }, file) => paths.shelf(username, file),
  compose({ username, avatar, spines }, { brand, publicUrl }) {
    const card = listCard({
      brand,
      address: readableAddress(publicUrl, paths.drops(username)),
      title: `@${username}`,
      details: [`The shelf · ${pluralize(spines.length, 'drop')}`],
      note: null,
      username,
      avatar,
      tracks: spines
        .slice(-1)
        .map(({ spotify_track_id, title }) => ({ spotify_track_id, title, artist: null })),
    })
    const drawn = spines.map(({ drop_number, color }) => ({ number: drop_number, color }))
    return { ...card, chart: { spines: drawn } }
  },
}
