import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { getProfile } from './profiles.contract.ts'
import { findProfile } from './profiles.queries.ts'

export function profileRoutes(app: App, { db }: Context) {
  handle(app, getProfile, ({ params }) => findProfile(db, params.username))
}
