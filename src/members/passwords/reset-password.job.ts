import {
  defineMailJob,
  type MailJobContext,
  mailToken,
  sendAccountMail,
} from '../../mail/account-mail.ts'
import { type AccountMailName, type MailKind, requestMail } from '../../mail/mail-limits.ts'
import { countValidLinks, createLink, linkAddress, setToken } from '../../mail/one-time-links.ts'
import { passwordReset } from '../mailed-links.ts'
import { lockMember } from '../members.queries.ts'
import { resetPasswordMail } from './reset-password-mail.tsx'

const kind = { name: 'reset-password', maxPerDay: 6 } satisfies MailKind & { name: AccountMailName }

/**
 * Whoever knows the address can use up the mails of a day. The member then still gets one an hour, which
 * is how long a link is valid. Only a proven address, because strangers can register with one that is not.
 */
const intervalAfterMaxMs = passwordReset.validMs
const maxValidLinks = 3

export const mailPasswordReset = defineMailJob({ name: kind.name, run })

/** Without a member it only takes the same time. The first job requests the mail, a second one with the link sends it. */
type ResetJob = { userId: number | null; resetId?: number; budgetWait?: number }

async function run(context: MailJobContext, { userId, resetId, budgetWait = 0 }: ResetJob) {
  if (userId === null) return
  if (resetId === undefined) return requestReset(context, userId, budgetWait)
  const { db, clock, config } = context
  const token = mailToken(context)
  const mail = await db.transaction().execute(async trx => {
    const reset = await trx
      .selectFrom('password_resets')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['email', 'username', 'password_resets.created_at'])
      .where('password_resets.id', '=', resetId)
      // A change of the address ends the links mailed to the old one, so it must come before or after.
      .forNoKeyUpdate('users')
      .executeTakeFirst()
    await setToken(trx, passwordReset, { id: resetId, token, now: clock.now() })
    return reset
  })
  if (!mail) return
  const { email, username, created_at: requestedAt } = mail
  const link = linkAddress(config, passwordReset, token)
  const template = resetPasswordMail({ brand: config.brand, username, link })
  await sendAccountMail(context, { kind, to: email, requestedAt, template })
}

/** In one transaction: however often the job with the link runs again, it is not rejected because of its own mail. */
async function requestReset(
  { db, queue, clock }: MailJobContext,
  userId: number,
  budgetWait: number,
) {
  await db.transaction().execute(async trx => {
    const now = clock.now()
    const { email, email_confirmed_at } = await lockMember(trx, userId)
    const isNeeded = (await countValidLinks(trx, passwordReset, userId, now)) < maxValidLinks
    const request = {
      kind,
      address: email,
      subjectId: userId,
      isNeeded,
      budgetWait,
      ...(email_confirmed_at && { intervalAfterMaxMs }),
    }
    const { isAllowed } = await requestMail(trx, request, now)
    if (!isAllowed) return
    const resetId = await createLink(trx, passwordReset, userId, now)
    await queue.send(mailPasswordReset, { userId, resetId }, trx)
  })
}
