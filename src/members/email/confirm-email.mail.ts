import { sql } from 'kysely'
import { defineMail, mailToken } from '../../mail/define-mail.ts'
import { linkUrl, setToken } from '../../mail/links/one-time-links.ts'
import { hasNewerMail } from '../../mail/mailboxes/mailboxes.queries.ts'
import { hasLaterMail, type WrittenMail } from '../../mail/mails.queries.ts'
import type { Transaction } from '../../platform/database.ts'
import { emailConfirmation } from '../mailed-links.ts'
import { lockMember } from '../members.queries.ts'
import { confirmEmailMail } from './confirm-email-mail.tsx'

const kind = 'confirm-email'

/** Mails a member the link that proves their email, unless they did or a newer mail was requested. */
export const mailEmailConfirmation = defineMail(
  kind,
  context =>
    async ({ id, subjectId: userId, data: { confirmationId }, requestedAt }) => {
      const { db, clock, config } = context
      const token = mailToken(context, { id })
      const member = await db.transaction().execute(async trx => {
        const locked = await lockMember(trx, userId)
        const confirmation = await trx
          .selectFrom('email_confirmations')
          .select('id')
          .where('id', '=', confirmationId)
          .executeTakeFirst()
        if (locked.email_confirmed_at || !confirmation) return null
        // Drop mails add newer rows of `email_confirmations`, too (`confirmationLink`), but nobody requested those.
        const request = { address: locked.email, kind, subjectId: userId }
        if (await hasNewerMail(trx, request, requestedAt)) return null
        await setToken(trx, emailConfirmation, { id: confirmationId, token, now: clock.now() })
        return locked
      })
      if (!member) return null
      const { email, username } = member
      const link = linkUrl(config, emailConfirmation, token)
      return { to: email, template: confirmEmailMail({ brand: config.brand, username, link }) }
    },
  { written: tellUnsent },
)

/** A mail that fails after a later one was requested tells nothing, because the later one may arrive. */
async function tellUnsent(trx: Transaction, mails: WrittenMail[]) {
  const failed = mails.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return
  const userIds = failed.map(({ subject_id }) => subject_id)
  // Whoever requests a mail holds this lock, so the next statement sees the request.
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await sql`update users set email_unsent = true where id in (
    select user_id from mails where id = any(${failed.map(({ id }) => id)}::uuid[]) and not ${hasLaterMail})`.execute(
    trx,
  )
}
