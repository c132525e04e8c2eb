import type { Context } from '../platform/context.ts'
import type { BodyOf } from '../platform/endpoint.contract.ts'
import type { login } from './members.contract.ts'
import { invalidLogin } from './members.errors.ts'
import { findMemberByEmail, type Member } from './members.queries.ts'
import { isPassword } from './passwords.ts'
import { startSessionByPassword } from './sessions.ts'

/** Starts a new session; throws `invalidLogin` alike for an unknown email and a wrong password. */
export async function logIn(
  { db, clock, passwordCost }: Context,
  { email, password }: BodyOf<typeof login>,
): Promise<{ member: Member; sessionToken: string }> {
  const member = await findMemberByEmail(db, email)
  const fits = await isPassword(password, member?.password, passwordCost)
  if (!member || !fits) throw invalidLogin()
  const sessionToken = await startSessionByPassword(db, member, clock.now())
  // A reset came in between; the password was right until then.
  if (sessionToken === null) throw invalidLogin()
  return { member, sessionToken }
}
