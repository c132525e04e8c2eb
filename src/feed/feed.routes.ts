import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { findAddedTracks } from './added-tracks.queries.ts'
import { findFeed } from './feed.queries.ts'
import * as schemas from './feed.schemas.ts'
import { findWeek } from './week.queries.ts'

export function feedRoutes(app: App, { db, clock }: Context) {
  handle(app, schemas.getFeed, ({ viewer, query }) => findFeed(db, viewer.id, query))
  handle(app, schemas.getWeek, ({ viewer }) => findWeek(db, viewer.id, clock.now()))
  handle(app, schemas.listAddedTracks, ({ viewer }) => findAddedTracks(db, viewer.id, clock.now()))
}
