import { requestMail } from '../../../mail/mail-limits.ts'
import { createLink, expireLinks } from '../../../mail/one-time-links.ts'
import type { Context } from '../../../platform/context.ts'
import { Failure, invalidInput } from '../../../platform/errors.ts'
import { emailChange } from '../../mailed-links.ts'
import { emailTaken } from '../../members.errors.ts'
import { findMemberByEmail } from '../../members.queries.ts'
import { changeByPassword } from '../../passwords/passwords.ts'
import { refuseBlockedDomain } from '../blocked-domains.ts'
import { changeEmailKind, mailEmailChange } from './email-change.job.ts'

/** Until its link is used, nothing changes. Throws `wrongPassword`, `emailTaken` and `mail_limit_reached`. */
export async function requestEmailChange(
  context: Context,
  client: string,
  userId: number,
  { email, password }: { email: string; password: string },
) {
  refuseBlockedDomain(context.config, email)
  await changeByPassword(context, userId, password, async (trx, member) => {
    const now = context.clock.now()
    if (member.email.toLowerCase() === email.toLowerCase())
      throw invalidInput('This is your address already.', 'email')
    // The unique index decides when the link is used; this saves the mail.
    if (await findMemberByEmail(trx, email)) throw emailTaken()
    const request = { kind: changeEmailKind, address: email, subjectId: userId }
    const permission = await requestMail(trx, request, now, { ...context, client })
    if (!permission.isAllowed) throw tooManyMails(permission.retryAt, now)
    await expireLinks(trx, emailChange, userId, now)
    const changeId = await createLink(trx, emailChange, userId, now)
    await trx
      .updateTable('email_changes')
      .set({ new_email: email })
      .where('id', '=', changeId)
      .execute()
    await context.queue.send(mailEmailChange, { changeId }, trx)
  })
}

const tooManyMails = (retryAt: Date | null, now: Date) =>
  new Failure(
    'mail_limit_reached',
    'No more mail can be sent to this address for now. Look for the newest one there, or try again tomorrow.',
    { field: 'email', retryAfter: retryAt ? (retryAt.getTime() - now.getTime()) / 1000 : 86_400 },
  )
