import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { findFollowers, findFollowing } from './follower-lists.queries.ts'
import * as calls from './follows.contract.ts'
import * as schemas from './follows.schemas.ts'

export function followerListRoutes(app: App, { db, clock }: Context) {
  handle(app, calls.listFollowers, schemas.listFollowers, ({ viewer, query }) =>
    findFollowers(db, viewer.id, query, clock.now()),
  )
  handle(app, calls.listFollowing, schemas.listFollowing, ({ viewer }) =>
    findFollowing(db, viewer.id),
  )
}
