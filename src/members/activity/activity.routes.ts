import type { Context } from '../../platform/context.ts'
import { type App, handle } from '../../platform/http.ts'
import * as calls from './activity.contract.ts'
import { endOneSession, findActivity, findSessions } from './activity.queries.ts'
import * as schemas from './activity.schemas.ts'

export function activityRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, calls.listSessions, schemas.listSessions, async ({ viewer }) => ({
    sessions: await findSessions(db, viewer, clock.now()),
  }))

  handle(app, calls.endOneSession, schemas.endOneSession, async ({ params, viewer }) => {
    await endOneSession(context, viewer.id, params.id)
    return null
  })

  handle(app, calls.listActivity, schemas.listActivity, ({ viewer, query }) =>
    findActivity(db, viewer.id, query),
  )
}
