import type { Context } from '../platform/context.ts'
import type { App } from '../platform/http.ts'
import { paths } from '../platform/paths.ts'
import { serveCard } from '../share-cards/serve-card.ts'
import { cardFile, listCard, type ShareCard } from '../share-cards/share-card.ts'
import { pluralize } from '../ui/format.ts'
import type { Profile } from './profiles.contract.ts'
import { findProfile } from './profiles.queries.ts'

type CardContent = Omit<Profile, 'card'>

/** The address of the picture that links to a profile are shown with. */
export const profileCardAddress = (profile: CardContent, brand: string) =>
  paths.profileCard(profile.username, cardFile(profileCard(profile, brand)))

/** Registered before sessions: a response that may be cached for ever must not set a cookie. */
export function profileCardFiles(app: App, { config, db }: Context) {
  app.get(paths.profileCard(':username', ':file'), async c => {
    const { username, file } = c.req.param()
    const profile = await findProfile(db, username)
    return serveCard(c, db, {
      card: profileCard(profile, config.brand),
      file,
      addressOf: current => paths.profileCard(profile.username, current),
    })
  })
}

function profileCard(
  { username, avatar, tracks, totalDrops }: CardContent,
  brand: string,
): ShareCard {
  const details = [`The ${brand}`, ...(totalDrops > 0 ? [pluralize(totalDrops, 'drop')] : [])]
  return listCard({ brand, title: `@${username}`, details, username, avatar, tracks })
}
