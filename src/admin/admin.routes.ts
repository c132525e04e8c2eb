import { describeMail } from '../mail/pausing/mail-controls.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { findAllMembers } from './admin.queries.ts'
import * as schemas from './admin.schemas.ts'
import { hideMember, listActions, showMember } from './moderation/moderate.ts'
import * as moderation from './moderation/moderation.schemas.ts'
import {
  findBounces,
  findSuppressions,
  removeSuppression,
} from './suppressions/suppressions.queries.ts'
import * as suppressions from './suppressions/suppressions.schemas.ts'

export function adminRoutes(app: App, context: Context) {
  const { db, clock, config } = context
  handle(app, schemas.listAllMembers, ({ query }) => findAllMembers(db, query))
  const changes = [
    [moderation.hideMember, hideMember],
    [moderation.showMember, showMember],
  ] as const
  for (const [endpoint, change] of changes)
    handle(app, endpoint, ({ viewer, params, body }) =>
      change(context, { admin: viewer, username: params.username, reason: body.reason }),
    )
  handle(app, moderation.listModeration, () => listActions(db))
  handle(app, suppressions.listSuppressions, ({ query }) =>
    findSuppressions(db, query, clock.now()),
  )
  handle(app, suppressions.removeSuppression, ({ params }) => removeSuppression(db, params.id))
  handle(app, suppressions.getMailStatus, async () => ({
    status: await describeMail(db, config),
  }))
  handle(app, suppressions.listBounces, () => findBounces(db))
}
