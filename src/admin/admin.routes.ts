import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import * as calls from './admin.contract.ts'
import { findAllMembers } from './admin.queries.ts'
import * as schemas from './admin.schemas.ts'
import * as announcement from './announcement/announcement.schemas.ts'
import { readAnnouncement, writeAnnouncement } from './announcement/announcement.ts'
import { hideMember, listActions, showMember } from './moderation/moderate.ts'
import * as moderation from './moderation/moderation.contract.ts'
import * as moderationSchemas from './moderation/moderation.schemas.ts'

export function adminRoutes(app: App, context: Context) {
  const { db } = context
  handle(app, calls.listAllMembers, schemas.listAllMembers, ({ query }) =>
    findAllMembers(db, query),
  )
  const changes = [
    [moderation.hideMember, moderationSchemas.hideMember, hideMember],
    [moderation.showMember, moderationSchemas.showMember, showMember],
  ] as const
  for (const [call, schema, change] of changes)
    handle(app, call, schema, async ({ viewer, params, body }) => {
      await change(context, { admin: viewer, username: params.username, reason: body.reason })
      return null
    })
  handle(app, calls.getAnnouncement, announcement.getAnnouncement, async () => ({
    text: (await readAnnouncement(db))?.text ?? '',
  }))
  handle(app, calls.setAnnouncement, announcement.setAnnouncement, async ({ body }) => {
    await writeAnnouncement(db, body.text)
    return null
  })
  handle(app, moderation.listModeration, moderationSchemas.listModeration, () => listActions(db))
}
