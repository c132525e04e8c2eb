import { dropNumberPattern, paths } from '../contract/paths.shared.ts'
import { notFound } from '../platform/errors.ts'
import type { ResponseOf } from '../platform/http/endpoint.shared.ts'
import type { CardKind } from '../share-cards/serve-cards.ts'
import { listCard, readableAddress } from '../share-cards/share-card.ts'
import { movementLine } from '../tracks/movement/movement.shared.ts'
import { formatDate } from '../ui/text/format.ts'
import { findDrop } from './drops.queries.ts'
import type { getDrop } from './drops.schemas.ts'

type DroppedList = Pick<ResponseOf<typeof getDrop>, 'username' | 'avatar' | 'drop' | 'tracks'>

export const dropCards: CardKind<DroppedList> = {
  route: paths.dropCard(':username', ':dropNumber', ':file'),
  async find(db, { username = '', dropNumber = '' }) {
    if (!dropNumberPattern.test(dropNumber)) throw notFound('This card')
    return findDrop(db, username, Number(dropNumber))
  },
  path: ({ username, drop }, file) => paths.dropCard(username, drop.dropNumber, file),
  compose({ username, avatar, drop, tracks }, { brand, publicUrl }) {
    return listCard({
      brand,
      address: readableAddress(publicUrl, paths.drop(username, drop.dropNumber)),
      title: `Drop #${drop.dropNumber}`,
      details: [`@${username} · ${formatDate(drop.createdAt)}`, movementLine(drop.movement)],
      note: drop.note,
      username,
      avatar,
      tracks,
    })
  },
}
