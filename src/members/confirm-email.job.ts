import {
  accountMailOptions,
  sendAccountMail,
  type WorkerContext,
} from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import {
  forgetConfirmation,
  insertConfirmation,
  nextConfirmationAt,
} from './confirmations.queries.ts'
import { lockMember } from './members.queries.ts'

export const confirmEmailMail: JobKind<{ userId: number }> = {
  name: 'confirm-email',
  options: accountMailOptions,
}

/** Mails a member the link that proves their address, unless they did or too many mails went there. */
export async function mailEmailConfirmation(context: WorkerContext, userId: number) {
  const { db, clock, config } = context
  const order = await db.transaction().execute(async trx => {
    const member = await lockMember(trx, userId)
    if (member.email_confirmed_at || (await nextConfirmationAt(trx, userId, clock.now())))
      return null
    return { member, token: await insertConfirmation(trx, userId, clock.now()) }
  })
  if (!order) return
  try {
    await sendAccountMail(context, order.member.email, {
      kind: 'confirm-email',
      site: config,
      username: order.member.username,
      link: `${config.publicUrl}/email/confirm?token=${order.token}`,
    })
  } catch (error) {
    // Otherwise the limit on mails would count one that nobody got.
    await forgetConfirmation(db, order.token)
    throw error
  }
}
