import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import * as calls from './admin.contract.ts'
import { findAllMembers } from './admin.queries.ts'
import * as schemas from './admin.schemas.ts'

export function adminRoutes(app: App, { db }: Context) {
  handle(app, calls.listAllMembers, schemas.listAllMembers, ({ query }) =>
    findAllMembers(db, query),
  )
}
