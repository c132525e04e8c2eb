import { liftSuppression } from '../mail/suppression.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { orderEmailConfirmation } from './confirm-email.job.ts'
import { findConfirmation, nextConfirmationAt } from './confirmations.queries.ts'
import { confirmationRecentlySent, invalidConfirmLink } from './members.errors.ts'
import { lockMember } from './members.queries.ts'
import { claimRegistry } from './merge-email-follows.ts'

/** Takes the link of a confirmation mail as proof of the address; answers whose it is. */
export async function confirmEmail({ db, clock }: Context, token: string): Promise<string> {
  return db.transaction().execute(async trx => {
    const found = await findConfirmation(trx, token, clock.now())
    if (!found) throw invalidConfirmLink()
    await proveEmail(trx, found.id, clock.now())
    return found.username
  })
}

/** The member has shown that they read mail at their address, so what follows by it is theirs. */
export async function proveEmail(trx: Transaction, userId: number, now: Date) {
  const member = await lockMember(trx, userId)
  await liftSuppression(trx, member.email)
  if (member.email_confirmed_at) return
  await trx.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', userId).execute()
  await claimRegistry(trx, member)
}

/** Orders the mail once more; throws `confirmationRecentlySent`. Answers whether there was a need. */
export async function resendEmailConfirmation(context: Context, userId: number): Promise<boolean> {
  const { db, clock } = context
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const member = await lockMember(trx, userId)
    if (member.email_confirmed_at) return false
    const next = await nextConfirmationAt(trx, userId, now)
    if (next) throw confirmationRecentlySent((next.getTime() - now.getTime()) / 1000)
    await orderEmailConfirmation(context, trx, userId)
    return true
  })
}
