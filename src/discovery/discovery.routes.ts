import { addFollowed } from '../follows/follows.queries.ts'
import { memberOfRequest } from '../members/member-of-request.ts'
import { searchMembers } from '../members/search/search-members.queries.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { cardPath } from '../share-cards/serve-cards.ts'
import * as schemas from './discovery.schemas.ts'
import { findSharedTracks } from './shared-tracks.queries.ts'
import { findSuggestedMembers } from './suggested-members.queries.ts'
import { findTrackLists, findTrackPage } from './track-page.queries.ts'
import { trackCards } from './track-share-card.ts'

export function discoveryRoutes(app: App, { clock, config, db }: Context) {
  handle(app, schemas.getTrack, async ({ params }) => {
    const track = await findTrackPage(db, params.spotifyTrackId)
    return { ...track, card: cardPath(trackCards, track, config) }
  })
  handle(app, schemas.listTrackLists, ({ params, query }) =>
    findTrackLists(db, params.spotifyTrackId, query.after),
  )
  handle(app, schemas.listSuggestedMembers, ({ viewer }) =>
    findSuggestedMembers(db, viewer.id, clock.now()),
  )
  handle(app, schemas.searchMembers, async ({ viewer, query }) =>
    addFollowed(db, viewer, await searchMembers(db, query.search)),
  )
  handle(app, schemas.listSharedTracks, async ({ params, viewer, c }) => {
    const { id } = await memberOfRequest(c, db, params.username)
    return findSharedTracks(db, viewer.id, id)
  })
}
