import { findLink } from '../mail/one-time-links.ts'
import type { Context } from '../platform/context.ts'
import { type App, handle } from '../platform/http.ts'
import { clearSessionCookie } from '../platform/session-cookie.ts'
import { mailFrequencyRoutes } from '../subscribers/mail-frequency/mail-frequency.routes.ts'
import { activityRoutes } from './activity/activity.routes.ts'
import { deleteAccount } from './deletion/delete-account.ts'
import * as deletion from './deletion/deletion.schemas.ts'
import { changeEmailRoutes } from './email/change/change-email.routes.ts'
import { confirmEmail, resendEmailConfirmation } from './email/confirm-email.ts'
import { invalidProfileLink } from './members.errors.ts'
import { presentCurrentUser, setSpotifyProfile } from './members.queries.ts'
import * as schemas from './members.schemas.ts'
import { passwordReset } from './passwords/password-reset-link.ts'
import { requestPasswordReset, resetPassword } from './passwords/reset-password.ts'
import { parseProfileLink } from './profile-link.shared.ts'
import { changeUsername } from './usernames/change-username.ts'
import { validateUsername } from './usernames/validate-username.ts'

/** Changing an account, confirming its address and resetting its password. */
export function accountRoutes(app: App, context: Context) {
  mailFrequencyRoutes(app, context)

  const { db, clock, config } = context

  handle(app, schemas.usernameAvailable, async ({ body: { username }, viewer }) => {
    const rejection = await validateUsername(context, username, viewer)
    return rejection === null ? { available: true } : { available: false, message: rejection }
  })

  handle(app, schemas.changeUsername, async ({ body, viewer }) =>
    presentCurrentUser(await changeUsername(context, viewer.id, body.username)),
  )

  handle(app, schemas.changeSpotifyProfile, async ({ body, viewer }) => {
    const link = body.spotify_profile_url.trim()
    const id = link === '' ? null : parseProfileLink(link)
    if (link !== '' && id === null) throw invalidProfileLink()
    return presentCurrentUser(await setSpotifyProfile(db, viewer.id, id, clock.now()))
  })

  handle(app, schemas.confirmEmail, async ({ body }) => ({
    username: await confirmEmail(context, body.token),
  }))

  handle(app, schemas.resendEmailConfirmation, async ({ viewer }) => ({
    message: (await resendEmailConfirmation(context, viewer.id))
      ? 'Check your inbox to confirm your email address.'
      : 'Your email address is already confirmed.',
  }))

  handle(app, schemas.forgotPassword, async ({ body }) => {
    await requestPasswordReset(context, body.email)
    return {
      message: 'If your email is registered, you will receive a password reset link shortly.',
    }
  })

  handle(app, schemas.verifyResetToken, async ({ query }) => {
    const link = await findLink(db, passwordReset, query.token ?? '', clock.now())
    if (link?.isValid) return { valid: true }
    return { valid: false, message: 'The password reset link is invalid or has expired' }
  })

  handle(app, schemas.resetPassword, async ({ body }) => {
    await resetPassword(context, body.token, body.newPassword)
    return { message: 'Your password has been successfully reset' }
  })

  handle(app, deletion.deleteAccount, async ({ body, viewer, c }) => {
    await deleteAccount(context, viewer.id, body)
    clearSessionCookie(c, config.secureCookies)
    return null
  })

  changeEmailRoutes(app, context)
  activityRoutes(app, context)
}
