import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { findAllMembers } from './admin.queries.ts'
import * as schemas from './admin.schemas.ts'
import * as announcement from './announcement/announcement.schemas.ts'
import { readAnnouncement, writeAnnouncement } from './announcement/announcement.ts'
import { hideMember, listActions, showMember } from './moderation/moderate.ts'
import * as moderation from './moderation/moderation.schemas.ts'

export function adminRoutes(app: App, context: Context) {
  const { db } = context
  handle(app, schemas.listAllMembers, ({ query }) => findAllMembers(db, query))
  const changes = [
    [moderation.hideMember, hideMember],
    [moderation.showMember, showMember],
  ] as const
  for (const [endpoint, change] of changes)
    handle(app, endpoint, async ({ viewer, params, body }) => {
      await change(context, { admin: viewer, username: params.username, reason: body.reason })
      return null
    })
  handle(app, announcement.getAnnouncement, async () => ({
    text: (await readAnnouncement(db))?.text ?? '',
  }))
  handle(app, announcement.setAnnouncement, async ({ body }) => {
    await writeAnnouncement(db, body.text)
    return null
  })
  handle(app, moderation.listModeration, () => listActions(db))
}
