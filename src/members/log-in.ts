import type { Context } from '../platform/context.ts'
import type { BodyOf } from '../platform/http/endpoint.shared.ts'
import { invalidLogin } from './members.errors.ts'
import { findMemberByEmail, type Member } from './members.queries.ts'
import type { login } from './members.schemas.ts'
import { isPassword } from './passwords/passwords.ts'
import { startSessionByPassword } from './sessions/sessions.ts'
import { limitSignIn, rememberNetwork } from './sign-in-limits.ts'

/** Throws `invalidLogin` alike for an unknown email and a wrong password, and `rateLimited`. */
export async function logIn(
  context: Context,
  { email, password }: BodyOf<typeof login>,
  network: string,
): Promise<{ member: Member; sessionToken: string }> {
  const { db, clock, log, passwordCost } = context
  const member = await findMemberByEmail(db, email)
  await limitSignIn(context, { email, network, member })
  const fits = await isPassword(password, member?.password, passwordCost)
  if (!member || !fits) {
    // Programs such as fail2ban read this line: docs/operate.md.
    log.info({ client: network }, 'sign-in failed')
    throw invalidLogin()
  }
  const sessionToken = await startSessionByPassword(db, member, clock.now())
  // A reset came in between; the password was right until then.
  if (sessionToken === null) throw invalidLogin()
  await rememberNetwork(context, member.id, network)
  return { member, sessionToken }
}
