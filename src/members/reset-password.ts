import type { Context } from '../platform/context.ts'
import { proveEmail } from './confirm-email.ts'
import { invalidResetLink } from './members.errors.ts'
import { findMemberByEmail, lockMember } from './members.queries.ts'
import { endResets, findReset } from './password-resets.queries.ts'
import { hashPassword } from './passwords.ts'
import { mailPasswordReset } from './reset-password.job.ts'
import { endEverySession } from './sessions.ts'

/** Orders the mail with the link, if the address has an account; nothing tells whether it has. */
export async function forgetPassword({ db, queue }: Context, email: string) {
  const member = await findMemberByEmail(db, email)
  await db
    .transaction()
    .execute(trx => queue.send(mailPasswordReset, { userId: member?.id ?? null }, trx))
}

/** Sets a new password by a link that works once, and signs the member out everywhere. */
export async function resetPassword(
  { db, clock, passwordCost }: Context,
  token: string,
  newPassword: string,
) {
  // Hashing is expensive: look first, so that guesses cost little.
  if (!(await findReset(db, token, clock.now()))) throw invalidResetLink()
  const password = await hashPassword(newPassword, passwordCost)
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const named = await findReset(trx, token, now)
    if (!named) throw invalidResetLink()
    const member = await lockMember(trx, named.user_id)
    // Only now nobody else can be using it.
    if (!(await findReset(trx, token, now))) throw invalidResetLink()
    await trx
      .updateTable('users')
      .set({ password, updated_at: now })
      .where('id', '=', member.id)
      .execute()
    await endResets(trx, member.id, now)
    await endEverySession(trx, member.id)
    // The link came by mail, so it proves the address as well.
    await proveEmail(trx, member.id, now)
  })
}
