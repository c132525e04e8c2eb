import {
  defineMailJob,
  type MailJobContext,
  mailToken,
  sendAccountMail,
} from '../../../mail/account-mail.ts'
import type { AccountMailName, MailKind } from '../../../mail/mail-limits.ts'
import { linkAddress, setToken } from '../../../mail/one-time-links.ts'
import type { Transaction } from '../../../platform/database.ts'
import { emailChange, emailChangeUndo } from '../../mailed-links.ts'
import { changeEmailMail, emailChangedMail } from './email-change-mail.tsx'

export const changeEmailKind = {
  name: 'change-email',
  maxPerDay: 3,
  isPublic: true,
} satisfies MailKind & { name: AccountMailName }
const emailChangedKind = { name: 'email-changed' } satisfies MailKind & { name: AccountMailName }

export const mailEmailChange = defineMailJob({
  name: changeEmailKind.name,
  async run(context: MailJobContext, { changeId }: { changeId: number }) {
    const { db, clock, config } = context
    const token = mailToken(context)
    const mail = await db.transaction().execute(async trx => {
      const change = await lockChange(trx, changeId)
      if (!change?.new_email || change.changed_at || change.expires_at <= clock.now()) return null
      await setToken(trx, emailChange, { id: changeId, token, now: clock.now() })
      return { ...change, to: change.new_email }
    })
    if (!mail) return
    const { to, created_at: requestedAt, username } = mail
    const link = linkAddress(config, emailChange, token)
    const template = changeEmailMail({ brand: config.brand, username, link })
    await sendAccountMail(context, { kind: changeEmailKind, to, requestedAt, template })
  },
})

/** Tells the old address, with the link that undoes the change. */
export const mailEmailChanged = defineMailJob({
  name: emailChangedKind.name,
  async run(context: MailJobContext, { changeId }: { changeId: number }) {
    const { db, clock, config } = context
    const token = mailToken(context)
    const mail = await db.transaction().execute(async trx => {
      const change = await lockChange(trx, changeId)
      if (!change?.old_email || !change.changed_at || change.undone_at) return null
      await setToken(trx, emailChangeUndo, { id: changeId, token, now: clock.now() })
      return { to: change.old_email, requestedAt: change.changed_at, change }
    })
    if (!mail) return
    const { to, requestedAt, change } = mail
    const link = linkAddress(config, emailChangeUndo, token)
    const template = emailChangedMail({ brand: config.brand, username: change.username, link })
    await sendAccountMail(context, { kind: emailChangedKind, to, requestedAt, template })
  },
})

function lockChange(trx: Transaction, id: number) {
  return trx
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('email_changes')
    .select('username')
    .where('email_changes.id', '=', id)
    .forNoKeyUpdate('email_changes')
    .executeTakeFirst()
}
