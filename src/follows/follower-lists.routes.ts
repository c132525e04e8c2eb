import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { findFollowers, findFollowing } from './follower-lists.queries.ts'
import { listFollowers, listFollowing } from './follows.contract.ts'

export function followerListRoutes(app: App, { db, clock }: Context) {
  handle(app, listFollowers, ({ viewer, query }) =>
    findFollowers(db, viewer.id, query, clock.now()),
  )
  handle(app, listFollowing, ({ viewer }) => findFollowing(db, viewer.id))
}
