import { paths } from '../contract/paths.shared.ts'
import { findMemberByName } from '../members/members.queries.ts'
import type { CardKind } from '../share-cards/serve-cards.ts'
import { listCard, readableAddress } from '../share-cards/share-card.ts'
import { findProfile } from './profiles.queries.ts'
import type { Profile } from './profiles.schemas.ts'

export const profileCards: CardKind<Omit<Profile, 'card'>> = {
  route: paths.profileCard(':username', ':file'),
  find: async (db, { username = '' }) => findProfile(db, await findMemberByName(db, username)),
  path: ({ username }, file) => paths.profileCard(username, file),
  compose({ username, avatar, tracks }, { brand, publicUrl }) {
    return listCard({
      brand,
      address: readableAddress(publicUrl, paths.profile(username)),
      title: `@${username}`,
      details: [],
      note: null,
      username,
      avatar,
      tracks,
    })
  },
}
