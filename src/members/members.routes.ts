import type { Context as Request } from 'hono'
import { findLink } from '../mail/links/one-time-links.ts'
import type { Context } from '../platform/context.ts'
import { type App, type AppEnv, handle } from '../platform/http/http.ts'
import {
  clearSessionCookie,
  readSessionCookie,
  writeSessionCookie,
} from '../platform/http/session-cookie.ts'
import type { AccountParts } from './deletion/remove-account.job.ts'
import { logIn } from './log-in.ts'
import { passwordReset } from './mailed-links.ts'
import { invalidResetLink } from './members.errors.ts'
import { type Member, presentCurrentUser } from './members.queries.ts'
import * as schemas from './members.schemas.ts'
import { requestPasswordReset, resetPassword } from './passwords/reset-password.ts'
import { register } from './register.ts'
import { endSession } from './sessions/sessions.ts'
import { validateUsername } from './usernames/validate-username.ts'

export function memberRoutes(app: App, context: Context & AccountParts) {
  const { db, clock, config } = context

  handle(app, schemas.register, async ({ body, c }) =>
    signIn(c, await register(context, c.get('client'), body)),
  )

  handle(app, schemas.login, async ({ body, c }) =>
    signIn(c, await logIn(context, body, c.get('client'))),
  )

  handle(app, schemas.logout, async ({ c }) => {
    await endCurrentSession(c)
    clearSessionCookie(c, config.secureCookies)
  })

  handle(app, schemas.usernameAvailable, async ({ body: { username }, viewer }) => {
    const rejection = await validateUsername(context, username, viewer)
    return rejection === null ? { available: true } : { available: false, message: rejection }
  })

  handle(app, schemas.forgotPassword, async ({ body, c }) => {
    await requestPasswordReset(context, c.get('client'), body.email)
    return {
      message: 'If your email is registered, you will receive a password reset link shortly.',
    }
  })

  handle(app, schemas.verifyResetToken, async ({ query }) => {
    const link = await findLink(db, passwordReset, query.token ?? '', clock.now())
    if (link?.isValid) return { valid: true }
    return { valid: false, message: invalidResetLink().message }
  })

  handle(app, schemas.resetPassword, async ({ body }) => {
    await resetPassword(context, body.token, body.newPassword)
    return { message: 'Your password has been successfully reset' }
  })

  handle(app, schemas.getCurrentUser, ({ viewer }) => presentCurrentUser(context, viewer))

  /** Every sign-in starts a new session and ends the browser's previous one. */
  async function signIn(
    c: Request<AppEnv>,
    { member, sessionToken }: { member: Member; sessionToken: string },
  ) {
    await endCurrentSession(c)
    writeSessionCookie(c, sessionToken, config.secureCookies)
    return presentCurrentUser(context, member)
  }

  async function endCurrentSession(c: Request<AppEnv>) {
    const token = readSessionCookie(c, config.secureCookies)
    if (token) await endSession(db, token)
  }
}
