import {
  accountMailOptions,
  sendAccountMail,
  type WorkerContext,
} from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { lockMember } from './members.queries.ts'
import { countResets, forgetReset, insertReset } from './password-resets.queries.ts'

/** Without a member there is nothing to do; it is ordered all the same, to take the same time. */
export const resetPasswordMail: JobKind<{ userId: number | null }> = {
  name: 'reset-password',
  options: accountMailOptions,
}

/** Nobody can be flooded with these mails by others who type their address. */
const openResets = 3

/** Mails a member the link that sets a new password, unless enough of them are open already. */
export async function mailPasswordReset(context: WorkerContext, userId: number | null) {
  if (userId === null) return
  const { db, clock, config } = context
  const order = await db.transaction().execute(async trx => {
    const member = await lockMember(trx, userId)
    if ((await countResets(trx, userId, clock.now())) >= openResets) return null
    return { member, token: await insertReset(trx, userId, clock.now()) }
  })
  if (!order) return
  try {
    await sendAccountMail(context, order.member.email, {
      kind: 'reset-password',
      site: config,
      username: order.member.username,
      link: `${config.publicUrl}/reset-password?token=${order.token}`,
    })
  } catch (error) {
    // Otherwise the limit would count a mail that nobody got.
    await forgetReset(db, order.token)
    throw error
  }
}
