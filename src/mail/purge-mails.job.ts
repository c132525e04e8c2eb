import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { deleteInBatches } from '../platform/database/batches.ts'
import { defineJob } from '../platform/queue.ts'
import { longestWindowMs } from './mailboxes/mail-limits.ts'
import { hardRememberedMs } from './mailboxes/suppression.ts'
import { hasLaterMail } from './mails.queries.ts'
import { kindsOf } from './mails.ts'

/**
 * Days after its last request until an unconfirmed mailbox is forgotten, and can get `unconfirmedInAll` mails again: else
 * the table would grow with every email that somebody makes up. A confirmed or stopped mailbox is kept.
 */
const unconfirmedDays = 365
const day = 24 * 60 * 60 * 1000
/** How long an `account` mail waits before it is deleted unsent. A weekly mail waits without an end. */
export const maxWaitingMs = 30 * day

export const purgeMails = defineJob({
  name: 'purge-mails',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '37 3 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const now = clock.now()
    const limit = new Date(now.getTime() - longestWindowMs)
    const isPast = sql`requested_at <= ${limit}`
    const mailboxMails = await deleteInBatches(db, 'mailbox_mails', isPast, signal)
    const forgotten = sql`confirmed_at is null and stopped_at is null
      and last_requested_at <= ${new Date(now.getTime() - unconfirmedDays * day)}`
    const mailboxes = await deleteInBatches(db, 'mailboxes', forgotten, signal)
    const remembered = new Date(now.getTime() - hardRememberedMs)
    const ended = sql`until <= ${now} and (reason <> 'hard' or until <= ${remembered})`
    const suppressions = await deleteInBatches(db, 'suppressed_addresses', ended, signal)
    const isOld = sql`requested_at <= ${new Date(now.getTime() - day)}`
    const isLate = sql`requested_at <= ${new Date(now.getTime() - maxWaitingMs)}`
    await deleteInBatches(db, 'mails', sql`due_at is null and ${isOld}`, signal)
    const isWaitingInVain = sql`kind = any(${kindsOf('account')}::text[]) and due_at is not null
      and ${isLate} and status <> 'sending'`
    // The member is told, and can ask for another, as `confirm-email.mail.ts` does for a mail that failed.
    await sql`update users set email_unsent = true where id in (
      select user_id from mails where kind = 'confirm-email' and ${isWaitingInVain} and not ${hasLaterMail})`.execute(
      db,
    )
    await deleteInBatches(db, 'mails', isWaitingInVain, signal)
    log.info(
      { mailboxMails, mailboxes, suppressions },
      'records of mails and suppressions were purged',
    )
  },
})
