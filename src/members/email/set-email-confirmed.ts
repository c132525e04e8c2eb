import { confirmMailbox } from '../../mail/mailboxes/mailboxes.queries.ts'
import { liftSuppression } from '../../mail/mailboxes/suppression.ts'
import type { Transaction } from '../../platform/database.ts'
import type { AccountParts } from '../deletion/remove-account.job.ts'
import { lockMember, updateMember } from '../members.queries.ts'

/** The member has shown that they read mail at their email, so what follows by it is theirs: the part of `follows` merges it (`mergeEmailFollows`). */
export async function setEmailConfirmed(
  { accountParts }: AccountParts,
  trx: Transaction,
  userId: number,
  now: Date,
) {
  const member = await lockMember(trx, userId)
  await liftSuppression(trx, member.email)
  if (!member.email_confirmed_at) {
    await updateMember(trx, userId, { email_confirmed_at: now })
    for (const { confirm } of accountParts) await confirm?.(trx, member, now)
  }
  await confirmMailbox(trx, member.email, now)
}
