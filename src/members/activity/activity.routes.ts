import type { Context } from '../../platform/context.ts'
import { type App, handle } from '../../platform/http.ts'
import { endOneSession, findActivity, findSessions } from './activity.queries.ts'
import * as schemas from './activity.schemas.ts'

export function activityRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, schemas.listSessions, async ({ viewer }) => ({
    sessions: await findSessions(db, viewer, clock.now()),
  }))

  handle(app, schemas.endOneSession, async ({ params, viewer }) => {
    await endOneSession(context, viewer.id, params.id)
    return null
  })

  handle(app, schemas.listActivity, ({ viewer, query }) => findActivity(db, viewer.id, query))
}
