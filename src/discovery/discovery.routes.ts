import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { cardPath } from '../share-cards/serve-cards.ts'
import { findCloseMembers, findSharedTracks } from './close-members.queries.ts'
import * as calls from './discovery.contract.ts'
import * as schemas from './discovery.schemas.ts'
import { findTrackLists, findTrackPage } from './track-page.queries.ts'
import { trackCards } from './track-share-card.ts'

export function discoveryRoutes(app: App, { config, db }: Context) {
  handle(app, calls.getTrack, schemas.getTrack, async ({ params }) => {
    const track = await findTrackPage(db, params.spotifyTrackId)
    return { ...track, card: cardPath(trackCards, track, config.brand) }
  })
  handle(app, calls.listTrackLists, schemas.listTrackLists, ({ params, query }) =>
    findTrackLists(db, params.spotifyTrackId, query.after),
  )
  handle(app, calls.listCloseMembers, schemas.listCloseMembers, ({ viewer }) =>
    findCloseMembers(db, viewer.id),
  )
  handle(app, calls.listSharedTracks, schemas.listSharedTracks, ({ params, viewer }) =>
    findSharedTracks(db, viewer.id, params.username),
  )
}
