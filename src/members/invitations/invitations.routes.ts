import type { Context } from '../../platform/context.ts'
import { type App, handle } from '../../platform/http.ts'
import * as schemas from './invitations.schemas.ts'
import { findVisibleInvitations, invite, withdrawInvitation } from './invitations.ts'

/** Inviting, by administrators and, as far as `MEMBER_INVITATIONS` allows, by members. */
export function invitationRoutes(app: App, context: Context) {
  handle(app, schemas.listInvitations, ({ viewer }) => findVisibleInvitations(context, viewer))

  handle(app, schemas.invite, async ({ viewer }) => ({ link: await invite(context, viewer) }))

  handle(app, schemas.withdrawInvitation, ({ viewer, params }) =>
    withdrawInvitation(context.db, viewer, params.id),
  )
}
