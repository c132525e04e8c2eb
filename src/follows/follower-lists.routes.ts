import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { findFollowers, findFollowing } from './follower-lists.queries.ts'
import { listFollowers, listFollowing } from './follows.contract.ts'

export function followerListRoutes(app: App, { db, clock }: Context) {
  handle(app, listFollowers, ({ asker, query }) => findFollowers(db, asker.id, query, clock.now()))
  handle(app, listFollowing, ({ asker }) => findFollowing(db, asker.id))
}
