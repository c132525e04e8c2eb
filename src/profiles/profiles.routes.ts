import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import * as calls from './profiles.contract.ts'
import { findProfile } from './profiles.queries.ts'
import * as schemas from './profiles.schemas.ts'

export function profileRoutes(app: App, { db }: Context) {
  handle(app, calls.getProfile, schemas.getProfile, ({ params }) =>
    findProfile(db, params.username),
  )
}
