import { defineMailJob, type MailContext, sendAccountMail } from '../mail/account-mail.ts'
import { paths } from '../platform/paths.ts'
import { lockMember } from './members.queries.ts'
import { makeResetToken, maySendReset, orderReset } from './password-resets.queries.ts'
import { resetPasswordMail } from './reset-password-mail.tsx'

/**
 * Without a member there is nothing to do; it is ordered all the same, to take the same time. The
 * first job takes a place under the limits and orders a second one for it, which sends the mail.
 */
type Order = { userId: number | null; resetId?: number }

/** Mails a member the link that sets a new password, unless enough were mailed already. */
export const mailPasswordReset = defineMailJob({ name: 'reset-password', run })

async function run(context: MailContext, { userId, resetId }: Order) {
  if (userId === null) return
  if (resetId === undefined) return takePlace(context, userId)
  const { db, clock, config } = context
  const made = await db.transaction().execute(async trx => {
    const now = clock.now()
    const member = await lockMember(trx, userId)
    // A mail that waited long may have been overtaken by others.
    if (!(await maySendReset(trx, userId, now, resetId))) return null
    return { member, token: await makeResetToken(trx, resetId, now) }
  })
  if (!made) return
  await sendAccountMail(context, {
    kind: 'reset-password',
    to: made.member.email,
    template: resetPasswordMail({
      brand: config.brand,
      username: made.member.username,
      link: `${config.publicUrl}${paths.resetPassword}?token=${made.token}`,
    }),
  })
}

/**
 * The place and the job for its mail begin together: however often that job starts anew, it knows
 * the place as its own and is not refused because of it.
 */
async function takePlace({ db, queue, clock }: MailContext, userId: number) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    await lockMember(trx, userId)
    if (!(await maySendReset(trx, userId, now))) return
    const resetId = await orderReset(trx, userId, now)
    await queue.send(mailPasswordReset, { userId, resetId }, trx)
  })
}
