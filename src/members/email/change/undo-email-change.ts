import { expireLinks, findLink } from '../../../mail/one-time-links.ts'
import type { Context } from '../../../platform/context.ts'
import type { Transaction } from '../../../platform/database.ts'
import { newToken } from '../../../platform/secrets/tokens.ts'
import { recordEvent } from '../../activity/record-event.ts'
import { emailChange, emailChangeUndo, passwordReset } from '../../mailed-links.ts'
import { invalidUndoLink } from '../../members.errors.ts'
import { lockMember, updateMember } from '../../members.queries.ts'
import { hashPassword } from '../../passwords/passwords.ts'
import { mailPasswordReset } from '../../passwords/reset-password.job.ts'
import { endEverySession } from '../../sessions.ts'
import { findChange, setEmail } from './set-email.ts'

/**
 * Restores the old address by the link mailed there; returns whose account it is. Whoever changed it knew
 * the password, so that stops working, every session ends, and a link to choose a new password is mailed.
 * A second visit succeeds as well. Throws `invalidUndoLink`.
 */
export async function undoEmailChange(
  { db, clock, queue, passwordCost }: Context,
  token: string,
): Promise<string> {
  const known = await findLink(db, emailChangeUndo, token, clock.now())
  if (!known) throw invalidUndoLink()
  const wasUsed = (await findChange(db, known.id))?.undone_at
  // Hashing is expensive: none for a link that was used or has expired.
  if (!known.isValid && !wasUsed) throw invalidUndoLink()
  const randomPassword = wasUsed ? null : await hashPassword(newToken().token, passwordCost)
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const member = await lockMember(trx, known.ownerId)
    const link = await findLink(trx, emailChangeUndo, token, now)
    const change = link && (await findChange(trx, link.id))
    if (change?.undone_at) return member.username
    if (!link?.isValid || !change?.old_email || !randomPassword) throw invalidUndoLink()
    await setEmail(trx, member.id, change.old_email, now)
    await updateMember(trx, member.id, { password: randomPassword })
    await endUndos(trx, member.id, change.id, now)
    await expireLinks(trx, emailChange, member.id, now)
    await expireLinks(trx, passwordReset, member.id, now)
    await endEverySession(trx, member.id)
    await recordEvent(trx, member.id, 'email_change_undone', now)
    await queue.send(mailPasswordReset, { userId: member.id }, trx)
    return member.username
  })
}

/** Later changes were made from an address that is not the member's any more, so they cannot be undone to it. */
async function endUndos(trx: Transaction, userId: number, changeId: number, now: Date) {
  await trx
    .updateTable('email_changes')
    .set({ undone_at: now })
    .where('id', '=', changeId)
    .execute()
  await trx
    .updateTable('email_changes')
    .set({ undo_expires_at: now, undo_token_hash: null })
    .where('user_id', '=', userId)
    .where('id', '>', changeId)
    .execute()
}
