import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { getCurrentUser } from './members.contract.ts'
import { findCurrentUser } from './members.queries.ts'

export function memberRoutes(app: App, { db }: Context) {
  handle(app, getCurrentUser, async ({ asker }) => findCurrentUser(db, asker.id))
}
