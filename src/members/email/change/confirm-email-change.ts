import { expireLinks, findLink } from '../../../mail/one-time-links.ts'
import type { Context } from '../../../platform/context.ts'
import { recordEvent } from '../../activity/record-event.ts'
import { emailChange, emailChangeUndo, passwordReset } from '../../mailed-links.ts'
import { invalidConfirmLink } from '../../members.errors.ts'
import { lockMember } from '../../members.queries.ts'
import { mailEmailChanged } from './email-change.job.ts'
import { findChange, setEmail } from './set-email.ts'

/** Returns whose account it is; a second visit succeeds as well. Throws `invalidConfirmLink` and `emailTaken`. */
export async function confirmEmailChange(
  { db, clock, queue }: Context,
  token: string,
): Promise<string> {
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const found = await findLink(trx, emailChange, token, now)
    if (!found) throw invalidConfirmLink()
    const member = await lockMember(trx, found.ownerId)
    const change = await findChange(trx, found.id)
    if (change?.changed_at && change.new_email === member.email) return member.username
    // Another use, or a newer request, may have held the lock until now.
    const link = await findLink(trx, emailChange, token, now)
    if (!link?.isValid || !change?.new_email || change.changed_at) throw invalidConfirmLink()
    // An address that was never confirmed may be a stranger's, who must not be able to undo anything.
    const undo = member.email_confirmed_at && {
      old_email: member.email,
      undo_expires_at: new Date(now.getTime() + emailChangeUndo.validMs),
    }
    await setEmail(trx, member.id, change.new_email, now)
    await trx
      .updateTable('email_changes')
      .set({ changed_at: now, ...undo })
      .where('id', '=', change.id)
      .execute()
    await expireLinks(trx, passwordReset, member.id, now)
    await recordEvent(trx, member.id, 'email_changed', now)
    if (undo) await queue.send(mailEmailChanged, { changeId: change.id }, trx)
    return member.username
  })
}
