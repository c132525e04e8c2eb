import { findLink, lockLink } from '../../mail/links/one-time-links.ts'
import { countUnconfirmedMail } from '../../mail/mailboxes/unconfirmed-budget.ts'
import type { Context } from '../../platform/context.ts'
import type { AccountParts } from '../deletion/remove-account.job.ts'
import { setEmailConfirmed } from '../email/set-email-confirmed.ts'
import { passwordReset } from '../mailed-links.ts'
import { invalidResetLink } from '../members.errors.ts'
import { findMemberByEmail } from '../members.queries.ts'
import { hashPassword } from './passwords.ts'
import { storePassword } from './replace-password.ts'
import { requestReset } from './request-reset.job.ts'

/** Requests the mail with the link if the email has an account; the response does not reveal whether it has. */
export async function requestPasswordReset(context: Context, client: string, email: string) {
  const { db, queue } = context
  const member = await findMemberByEmail(db, email)
  await db.transaction().execute(async trx => {
    // Counted here, for unknown emails too, so that no job has to know the client.
    const budgetWait = await countUnconfirmedMail(trx, { ...context, client }, email)
    await queue.send(requestReset, { userId: member?.id ?? null, budgetWait }, trx)
  })
}

/** Sets a new password by a link that works once, and signs the member out everywhere. */
export async function resetPassword(
  { db, clock, passwordCost, accountParts }: Context & AccountParts,
  token: string,
  newPassword: string,
) {
  // Hashing is expensive: look first, so that guesses cost little.
  if (!(await findLink(db, passwordReset, token, clock.now()))?.isValid) throw invalidResetLink()
  const password = await hashPassword(newPassword, passwordCost)
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const link = await lockLink(trx, passwordReset, token, now)
    if (!link?.isValid) throw invalidResetLink()
    await storePassword(trx, link.ownerId, password, now)
    // The link came by mail, so it proves the email as well.
    await setEmailConfirmed({ accountParts }, trx, link.ownerId, now)
  })
}
