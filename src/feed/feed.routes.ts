import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import * as schemas from './feed.schemas.ts'
import { readFeed } from './read-feed.ts'

export function feedRoutes(app: App, { db }: Context) {
  handle(app, schemas.getFeed, ({ viewer, query }) => readFeed(db, viewer.id, query))
}
