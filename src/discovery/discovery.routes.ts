import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { cardPath } from '../share-cards/serve-cards.ts'
import { findCloseMembers, findSharedTracks } from './close-members.queries.ts'
import * as schemas from './discovery.schemas.ts'
import { findTrackLists, findTrackPage } from './track-page.queries.ts'
import { trackCards } from './track-share-card.ts'

export function discoveryRoutes(app: App, { config, db }: Context) {
  handle(app, schemas.getTrack, async ({ params }) => {
    const track = await findTrackPage(db, params.spotifyTrackId)
    return { ...track, card: cardPath(trackCards, track, config) }
  })
  handle(app, schemas.listTrackLists, ({ params, query }) =>
    findTrackLists(db, params.spotifyTrackId, query.after),
  )
  handle(app, schemas.listCloseMembers, ({ viewer }) => findCloseMembers(db, viewer.id))
  handle(app, schemas.listSharedTracks, ({ params, viewer }) =>
    findSharedTracks(db, viewer.id, params.username),
  )
}
