import { defineMailJob, type MailContext, sendAccountMail } from '../mail/account-mail.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { paths } from '../platform/paths.ts'
import { confirmEmailMail } from './confirm-email-mail.tsx'
import {
  makeConfirmationToken,
  nextConfirmationAt,
  orderConfirmation,
} from './confirmations.queries.ts'
import { lockMember } from './members.queries.ts'

type Order = { userId: number; confirmationId: number }

/** Mails a member the link that proves their address, unless they did or another mail was later. */
export const mailEmailConfirmation = defineMailJob({ name: 'confirm-email', run })

/**
 * Orders the mail together with its place under the limit: however often the job starts anew, it
 * knows the place as its own and is not refused because of it.
 */
export async function orderEmailConfirmation(
  { queue, clock }: Pick<Context, 'queue' | 'clock'>,
  trx: Transaction,
  userId: number,
) {
  const confirmationId = await orderConfirmation(trx, userId, clock.now())
  await queue.send(mailEmailConfirmation, { userId, confirmationId }, trx)
}

async function run(context: MailContext, { userId, confirmationId }: Order) {
  const { db, clock, config } = context
  const made = await db.transaction().execute(async trx => {
    const now = clock.now()
    const member = await lockMember(trx, userId)
    if (member.email_confirmed_at) return null
    // A mail that waited long may have been overtaken by others.
    if (await nextConfirmationAt(trx, userId, now, confirmationId)) return null
    return { member, token: await makeConfirmationToken(trx, confirmationId, now) }
  })
  if (!made) return
  await sendAccountMail(context, {
    kind: 'confirm-email',
    to: made.member.email,
    template: confirmEmailMail({
      brand: config.brand,
      link: `${config.publicUrl}${paths.confirmEmail}?token=${made.token}`,
    }),
    isPublic: true,
  })
}
