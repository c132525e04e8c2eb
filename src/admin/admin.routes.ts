import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { listAllMembers } from './admin.contract.ts'
import { findAllMembers } from './admin.queries.ts'

export function adminRoutes(app: App, { db }: Context) {
  handle(app, listAllMembers, ({ query }) => findAllMembers(db, query))
}
