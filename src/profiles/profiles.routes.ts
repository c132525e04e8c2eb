import { memberOfRequest } from '../members/member-of-request.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { cardPath } from '../share-cards/serve-cards.ts'
import { profileCards } from './profile-share-card.ts'
import { findProfile } from './profiles.queries.ts'
import * as schemas from './profiles.schemas.ts'

export function profileRoutes(app: App, { config, db }: Context) {
  handle(app, schemas.getProfile, async ({ params, c }) => {
    const profile = await findProfile(db, await memberOfRequest(c, db, params.username))
    return { ...profile, card: cardPath(profileCards, profile, config) }
  })
}
