import { paths } from '../../contract/paths.shared.ts'
import { checkLink } from '../../mail/links/mail-links.ts'
import { oneClickRoute } from '../../mail/links/one-click-route.ts'
import type { Context } from '../../platform/context.ts'
import { type App, handle } from '../../platform/http/http.ts'
import * as schemas from './reminder.schemas.ts'
import { findAccountOfLink, findReminder, setReminder, stopReminderByLink } from './reminders.ts'

export function reminderRoutes(app: App, context: Context) {
  const { db, clock } = context

  handle(app, schemas.getReminder, ({ viewer }) => findReminder(db, viewer.id, clock.now()))

  handle(app, schemas.setReminder, ({ viewer, body }) => setReminder(context, viewer, body.isOn))

  handle(app, schemas.getReminderToStop, ({ query }) =>
    checkLink(findAccountOfLink(context, query.token).then(() => ({}))),
  )

  const stop = async (token: string) => ({ username: await stopReminderByLink(context, token) })
  handle(app, schemas.stopReminder, ({ body }) => stop(body.token))
  oneClickRoute(app, { path: paths.oneClickReminder(':token'), page: paths.stopReminder, stop })
}
