import {
  defineMailJob,
  type MailJobContext,
  mailToken,
  sendAccountMail,
} from '../../mail/account-mail.ts'
import {
  type AccountMailName,
  type MailKind,
  type MailPermission,
  refuseForBudget,
  requestMail,
} from '../../mail/mail-limits.ts'
import { hasNewerMail } from '../../mail/mailboxes.queries.ts'
import { createLink, findLink, linkAddress, setToken } from '../../mail/one-time-links.ts'
import { countUnconfirmedMail, type MailOrigin } from '../../mail/unconfirmed-budget.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import type { Queue } from '../../platform/queue.ts'
import { emailConfirmation } from '../mailed-links.ts'
import { lockMember, type Member, updateMember } from '../members.queries.ts'

const kind = {
  name: 'confirm-email',
  maxPerDay: 3,
  minIntervalMs: 60 * 60 * 1000,
  countsUnsent: true,
  isPublic: true,
} satisfies MailKind & { name: AccountMailName }

/** Mails a member the link that proves their address, unless they did or a newer mail was requested. */
export const mailEmailConfirmation = defineMailJob({ name: kind.name, run })

export type SendingQueue = { queue: Pick<Queue, 'send'> }

/**
 * The budgets of client and domain apply whatever the mailbox confirmed, because the client may be told that they are
 * used up, and the account may be a stranger's. Without an `origin`, as for an operator, no budget is used.
 */
export async function requestEmailConfirmation(
  { queue, clock }: Pick<Context, 'clock'> & SendingQueue,
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
    await queue.send(mailEmailConfirmation, { userId: id, confirmationId }, trx)
  }
  return permission
}

/**
 * The address of a page that confirms the member's email, for a mail of another kind to `address`; `token` is a new or
 * the same one. Throws if the account has another address by now: whoever reads this one must not confirm that.
 */
export async function confirmationLink(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  userId: number,
  address: string,
  token: string,
): Promise<string> {
  const now = clock.now()
  await db.transaction().execute(async trx => {
    const { email } = await lockMember(trx, userId)
    if (email.toLowerCase() !== address.toLowerCase())
      throw new Error('The address of an account changed while a mail to it was composed.')
    const known = await findLink(trx, emailConfirmation, token, now)
    const id = known?.id ?? (await createLink(trx, emailConfirmation, userId, now))
    await setToken(trx, emailConfirmation, { id, token, now })
  })
  return linkAddress(config, emailConfirmation, token)
}

async function run(
  context: MailJobContext,
  { userId, confirmationId }: { userId: number; confirmationId: number },
) {
  const { db, clock, config } = context
  const token = mailToken(context)
  const mail = await db.transaction().execute(async trx => {
    const member = await lockMember(trx, userId)
    const confirmation = await trx
      .selectFrom('email_confirmations')
      .select('created_at')
      .where('id', '=', confirmationId)
      .executeTakeFirst()
    if (member.email_confirmed_at || !confirmation) return null
    const requestedAt = confirmation.created_at
    // Links in drop mails are newer rows, too, but nobody requested them.
    const request = { address: member.email, kind: kind.name, subjectId: userId }
    if (await hasNewerMail(trx, request, requestedAt)) return null
    await setToken(trx, emailConfirmation, { id: confirmationId, token, now: clock.now() })
    return { to: member.email, username: member.username, requestedAt }
  })
  if (!mail) return
  const { to, username, requestedAt } = mail
  const link = linkAddress(config, emailConfirmation, token)
  // Operator's commands, which enqueue this job, run without a compiler of JSX.
  const { confirmEmailMail } = await import('./confirm-email-mail.tsx')
  const template = confirmEmailMail({ brand: config.brand, username, link })
  const isSent = await sendAccountMail(context, { kind, to, requestedAt, template })
  if (!isSent) await updateMember(db, userId, { email_unsent: true })
}
