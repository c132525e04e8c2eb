import { findLink, lockLink } from '../../mail/links/one-time-links.ts'
import { mailBudgetUsed } from '../../mail/mailboxes/mail-limits.ts'
import type { Context } from '../../platform/context.ts'
import type { AccountParts } from '../deletion/remove-account.job.ts'
import { emailConfirmation } from '../mailed-links.ts'
import {
  confirmationRecentlySent,
  expiredConfirmLink,
  invalidConfirmLink,
} from '../members.errors.ts'
import { findMember, lockMember, updateMember } from '../members.queries.ts'
import { requestEmailConfirmation } from './request-confirmation.ts'
import { setEmailConfirmed } from './set-email-confirmed.ts'

/** The account whose email a link confirms. Throws `invalid_token` if using it would. */
export async function findAccountToConfirm(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<{ username: string }> {
  const link = await findLink(db, emailConfirmation, token, clock.now())
  if (!link) throw invalidConfirmLink()
  const member = await findMember(db, link.ownerId)
  if (!member.email_confirmed_at && !link.isValid) throw expiredConfirmLink()
  return { username: member.username }
}

/** Returns whose email it is. Links stay after use, because a second visit shows the same success, however old it is. */
export async function confirmEmail(
  { db, clock, accountParts }: Context & AccountParts,
  token: string,
): Promise<string> {
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const link = await lockLink(trx, emailConfirmation, token, now)
    if (!link) throw invalidConfirmLink()
    const member = await findMember(trx, link.ownerId)
    if (!member.email_confirmed_at && !link.isValid) throw expiredConfirmLink()
    if (!member.email_confirmed_at) await setEmailConfirmed({ accountParts }, trx, member.id, now)
    return member.username
  })
}

/**
 * Returns whether there was a need; throws `confirmationRecentlySent` or `mailBudgetUsed`. What the limits of the mailbox
 * decide is not told, because they depend on what happened there, and anybody can make an account with its email.
 */
export async function resendEmailConfirmation(
  context: Context,
  client: string,
  userId: number,
): Promise<boolean> {
  const { db, clock } = context
  return db.transaction().execute(async trx => {
    const member = await lockMember(trx, userId)
    if (member.email_confirmed_at) return false
    const permission = await requestEmailConfirmation(context, trx, member, { ...context, client })
    if (!permission.isAllowed) {
      const wait = permission.retryAt ? permission.retryAt.getTime() - clock.now().getTime() : 0
      if (permission.reason === 'budget used') throw mailBudgetUsed(wait)
      if (permission.reason === 'requested recently') throw confirmationRecentlySent(wait)
    }
    await updateMember(trx, userId, { email_unsent: false })
    return true
  })
}
