import { paths } from '../contract/paths.shared.ts'
import { avatarPath } from '../members/members.queries.ts'
import { notFound } from '../platform/errors.ts'
import type { CardLayout } from '../share-cards/serve-cards.ts'
import { listCard, readableAddress } from '../share-cards/share-card.ts'
import { madeBy, minRecordTracks } from '../tracks/week-record.shared.ts'
import type { Week } from './feed.schemas.ts'

type Content = { username: string; avatar: string | null; week: Omit<Week, 'card'> }

/**
 * The record of a member's week. Only the member gets the picture, because it hints at whom they follow: it names none of
 * them, and they decide whom they send it to.
 */
export const weekCards: CardLayout<Content> = {
  path: (_, file) => paths.weekCard(file),
  compose({ username, avatar, week }, { brand, publicUrl }) {
    if (week.tracks.length < minRecordTracks) throw notFound('This card')
    return listCard({
      brand,
      address: readableAddress(publicUrl, paths.profile(username)),
      title: 'This week, my people',
      details: [`@${username}`, madeBy(week.people)],
      note: null,
      username,
      avatar: avatarPath(avatar),
      tracks: week.tracks,
    })
  },
}
