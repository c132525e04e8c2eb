import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { findFeed } from './feed.queries.ts'
import * as schemas from './feed.schemas.ts'
import { feedPageSize } from './feed.shared.ts'

export function feedRoutes(app: App, { db }: Context) {
  handle(app, schemas.getFeed, ({ viewer, query: { page, before } }) =>
    findFeed(db, viewer.id, { before, skip: before === undefined ? (page - 1) * feedPageSize : 0 }),
  )
}
