import { sql } from 'kysely'
import { limitWaiting } from '../../delivery/unconfirmed-recipients.ts'
import { refuseBlockedDomain } from '../../members/email/blocked-domains.ts'
import { requestEmailConfirmation } from '../../members/email/request-confirmation.ts'
import { lockMember, updateMember } from '../../members/members.queries.ts'
import { endEverySession } from '../../members/sessions/sessions.ts'
import type { Context } from '../../platform/context.ts'
import { invalidInput } from '../../platform/errors.ts'

/**
 * Gives an account another email, for a member who lost the mailbox. The account is then as one whose
 * email was never confirmed: whoever can read the old mailbox has no session and no link any more, and
 * no mail goes there. Returns whether the confirmation is mailed, which the limits of the new mailbox
 * decide. Throws `emailTaken`, and for its present email or one in a blocked domain.
 */
export async function replaceEmail(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  userId: number,
  email: string,
): Promise<boolean> {
  refuseBlockedDomain(config, email)
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const before = await lockMember(trx, userId)
    if (before.email.toLowerCase() === email.toLowerCase())
      throw invalidInput('This is the address of the account already.', 'email')
    for (const table of ['email_confirmations', 'password_resets'] as const)
      await trx.deleteFrom(table).where('user_id', '=', userId).execute()
    await endEverySession(trx, userId)
    const values = { email, email_confirmed_at: null, email_unsent: false, updated_at: now }
    const member = await updateMember(trx, userId, values)
    // What the account follows stays. Its mail goes to `users.email`, within the limits of unconfirmed emails.
    await trx
      .updateTable('follower_registry')
      .set({ email: null })
      .where('user_id', '=', userId)
      .execute()
    await limitWaiting(trx, userId)
    // Visitors can have asked to follow by the old email: what that mailed, or is about to mail, confirms nothing here.
    await sql`
      update radr_follows set verification_token = null, last_verification_email = null
      where registry_id = (select id from follower_registry where user_id = ${userId})
        and (verification_token is not null or last_verification_email is not null)`.execute(trx)
    return (await requestEmailConfirmation({ clock }, trx, member)).isAllowed
  })
}
