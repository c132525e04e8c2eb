import { confirmMailbox } from '../../mail/mailboxes.queries.ts'
import { liftSuppression } from '../../mail/suppression.ts'
import type { Transaction } from '../../platform/database.ts'
import { mergeEmailFollows } from '../../subscribers/merge-email-follows.ts'
import { lockMember, updateMember } from '../members.queries.ts'

/** The member has shown that they read mail at their address, so what follows by it is theirs. */
export async function setEmailConfirmed(trx: Transaction, userId: number, now: Date) {
  const member = await lockMember(trx, userId)
  await liftSuppression(trx, member.email)
  if (!member.email_confirmed_at) {
    await updateMember(trx, userId, { email_confirmed_at: now })
    await mergeEmailFollows(trx, member, now)
  }
  await confirmMailbox(trx, member.email, now)
}
