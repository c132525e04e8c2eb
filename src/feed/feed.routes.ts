import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { getFeed } from './feed.contract.ts'
import { readFeed } from './read-feed.ts'

export function feedRoutes(app: App, { db }: Context) {
  handle(app, getFeed, ({ viewer, query }) => readFeed(db, viewer.id, query))
}
