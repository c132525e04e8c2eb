import { createLink, findLink, linkUrl, setToken } from '../../mail/links/one-time-links.ts'
import {
  type MailPermission,
  refuseForBudget,
  requestMail,
} from '../../mail/mailboxes/mail-limits.ts'
import { countUnconfirmedMail, type MailOrigin } from '../../mail/mailboxes/unconfirmed-budget.ts'
import { enqueueMail } from '../../mail/mails.queries.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { derivedToken } from '../../platform/secrets/tokens.ts'
import { emailConfirmation } from '../mailed-links.ts'
import { lockMember, type Member } from '../members.queries.ts'

const kind = 'confirm-email'

/**
 * The budgets of client and domain apply whatever the mailbox confirmed, because the client may be told that they are
 * used up, and the account may be a stranger's. Without an `origin`, as for an operator, no budget is used.
 */
export async function requestEmailConfirmation(
  { clock }: Pick<Context, 'clock'>,
  trx: Transaction,
  { id, email }: Pick<Member, 'id' | 'email'>,
  origin?: MailOrigin,
): Promise<MailPermission> {
  const now = clock.now()
  const wait = origin ? await countUnconfirmedMail(trx, origin, email) : 0
  if (wait > 0) return refuseForBudget(wait, now)
  const permission = await requestMail(trx, { kind, address: email, subjectId: id }, now)
  if (permission.isAllowed) {
    const confirmationId = await createLink(trx, emailConfirmation, id, now)
    await enqueueMail(trx, kind, { subjectId: id, data: { confirmationId }, requestedAt: now })
  }
  return permission
}

/**
 * The URL of a page that confirms the member's email, for a mail of another kind to `address`. `mail` identifies that mail,
 * whose attempts all get one link. Throws if the account has another email by now: whoever reads this one must not
 * confirm that.
 */
export async function confirmationLink(
  { db, config, clock, linkKey }: Pick<Context, 'db' | 'config' | 'clock' | 'linkKey'>,
  userId: number,
  { mail, address }: { mail: string; address: string },
): Promise<string> {
  const now = clock.now()
  // A change of the email ends what was mailed to another.
  const token = derivedToken(`${mail} ${address.toLowerCase()}`, linkKey)
  await db.transaction().execute(async trx => {
    const { email } = await lockMember(trx, userId)
    if (email.toLowerCase() !== address.toLowerCase())
      throw new Error('The address of an account changed while a mail to it was composed.')
    const known = await findLink(trx, emailConfirmation, token, now)
    const id = known?.id ?? (await createLink(trx, emailConfirmation, userId, now))
    await setToken(trx, emailConfirmation, { id, token, now })
  })
  return linkUrl(config, emailConfirmation, token)
}
