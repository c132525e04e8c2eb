import { checkLink } from '../mail/links/mail-links.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http/http.ts'
import { clearSessionCookie } from '../platform/http/session-cookie.ts'
import * as schemas from './account.schemas.ts'
import { changeAvatar } from './avatars/change-avatar.ts'
import { deleteAccount } from './deletion/delete-account.ts'
import type { AccountParts } from './deletion/remove-account.job.ts'
import {
  confirmEmail,
  findAccountToConfirm,
  resendEmailConfirmation,
} from './email/confirm-email.ts'
import { invalidProfileLink } from './members.errors.ts'
import { presentCurrentUser, updateMember } from './members.queries.ts'
import { parseProfileLink } from './profile-link.shared.ts'
import { endOneSession, findSessions } from './sessions/sessions.queries.ts'
import * as sessions from './sessions/sessions.schemas.ts'
import { changeUsername } from './usernames/change-username.ts'

export function accountRoutes(app: App, context: Context & AccountParts) {
  const { db, clock, config } = context

  handle(app, schemas.changeUsername, async ({ body, viewer }) =>
    presentCurrentUser(context, await changeUsername(context, viewer.id, body.username)),
  )

  handle(app, schemas.changeSpotifyProfile, async ({ body, viewer }) => {
    const link = body.spotify_profile_url.trim()
    const id = link === '' ? null : parseProfileLink(link)
    if (link !== '' && id === null) throw invalidProfileLink()
    if (id === viewer.spotify_user_id) return presentCurrentUser(context, viewer)
    return presentCurrentUser(
      context,
      await updateMember(db, viewer.id, { spotify_user_id: id, updated_at: clock.now() }),
    )
  })

  handle(app, schemas.changeAvatar, async ({ body, viewer }) =>
    presentCurrentUser(context, await changeAvatar(context, viewer.id, body.avatar)),
  )

  handle(app, schemas.getAccountToConfirm, ({ query }) =>
    checkLink(findAccountToConfirm(context, query.token)),
  )

  handle(app, schemas.confirmEmail, async ({ body }) => ({
    username: await confirmEmail(context, body.token),
  }))

  handle(app, schemas.resendEmailConfirmation, async ({ viewer, c }) => ({
    message: (await resendEmailConfirmation(context, c.get('client'), viewer.id))
      ? 'We mail you a link, unless this address has had as many as it gets for now, or somebody there stopped our mail. If none comes, try “Forgot password?”, whose link confirms the address, too, or write to whoever runs this site.'
      : 'Your email address is already confirmed.',
  }))

  handle(app, schemas.deleteAccount, async ({ body, viewer, c }) => {
    await deleteAccount(context, viewer.id, body)
    clearSessionCookie(c, config.secureCookies)
  })

  handle(app, sessions.listSessions, async ({ viewer }) => ({
    sessions: await findSessions(db, viewer, clock.now()),
  }))

  handle(app, sessions.endOneSession, ({ params, viewer }) =>
    endOneSession(db, viewer.id, params.id),
  )
}
