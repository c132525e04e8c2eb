import { sql } from 'kysely'
import { endFollows } from '../../follows/unfollow.ts'
import { unsubscribeFromAll } from '../../follows/unsubscribing/unsubscribe.ts'
import type { MailRef } from '../../mail/links/mail-links.ts'
import type { Outcome } from '../../mail/mail.ts'
import { suppress, suppressHard } from '../../mail/mailboxes/suppression.ts'
import { bounceKind } from '../../mail/reports/bounce-kind.ts'
import { eventAbout, isAboutUs } from '../../mail/reports/event-about.ts'
import type { MailEvent } from '../../mail/reports/verdict.ts'
import type { MailUpdate } from '../../mail/sender/ledger.ts'
import { redact } from '../../mail/smtp/smtp-outcome.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { changeDeliveries } from '../change-deliveries.ts'
import { reopen } from '../record-ended.ts'
import { countSoftBounces } from './count-soft-bounces.ts'
import {
  findReportedMail,
  insertMailEvent,
  lockReportedMail,
  type ReportedMail,
} from './mail-events.queries.ts'

/** Milliseconds for which an email is suppressed after too many soft bounces; then one mail is tried. */
const softSuppression = 14 * 24 * 60 * 60 * 1000
const softBouncesAllowed = 2

/**
 * `too early`: the mail is still being sent, so report again. `other recipient`: an email that ours forwards to.
 * `about us`: our email, quota or network was refused, which says nothing about the recipient.
 */
type Result =
  | 'recorded'
  | 'duplicate'
  | 'unknown mail'
  | 'too early'
  | 'other recipient'
  | 'about us'

/** Corrects the state of the delivery, and suppresses the email if necessary. `events` are about one recipient each. */
export function recordReport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ref: MailRef,
  events: MailEvent[],
): Promise<Result> {
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const mail = await lockReportedMail(trx, ref)
    if (!mail) return 'unknown mail'
    // The delivery belongs to its weekly mail until that has ended.
    if (mail.status === 'sending' || mail.weekly_mail_id !== null) return 'too early'
    const reported = eventAbout(events, mail.has_moved ? null : mail.address)
    if (!reported) return 'other recipient'
    const event = { ...reported, detail: redact(reported.detail, [], mail.address ?? '') }
    if (isAboutUs(event)) {
      await correctState(trx, mail, event, now)
      return 'about us'
    }
    const isCounted = !mail.has_moved || event.kind === 'complaint'
    if (isCounted && !(await insertMailEvent(trx, mail, event, now))) return 'duplicate'
    await correctState(trx, mail, event, now)
    if (!mail.has_moved) await suppressIfNecessary(trx, mail, event, now)
    // The member has another email now, and the old mailbox may be another person's.
    else if (event.kind === 'complaint') await endFollows(trx, [mail.follow_id], now)
    return 'recorded'
  })
}

/** Records the final rejection of a mail while it is sent. The sender itself writes the delivery's state. */
export async function recordRejection(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  { id, status, address }: Pick<MailUpdate, 'id' | 'status'> & { address: string },
  outcome: Outcome,
) {
  if (status !== 'failed' || (outcome.kind !== 'rejected' && outcome.kind !== 'retry')) return
  if (outcome.kind === 'retry' && outcome.isNoBounce) return
  const now = clock.now()
  const event: MailEvent = {
    kind:
      outcome.kind === 'rejected'
        ? bounceKind({ status: outcome.enhanced, text: outcome.response })
        : 'soft',
    // Every rejection is an event of its own; soft bounces are counted by mail.
    reportId: `smtp ${now.toISOString()}`,
    detail: outcome.response,
  }
  await db
    .transaction()
    .execute(async trx => {
      const mail = await findReportedMail(trx, { deliveryId: Number(id) })
      if (mail?.address !== address) return
      if (await insertMailEvent(trx, mail, event, now))
        await suppressIfNecessary(trx, mail, event, now)
    })
    .catch(error => log.error({ err: error }, 'a rejection could not be recorded'))
}

/** `mail` was sent to the email that its recipient has now. */
async function suppressIfNecessary(
  trx: Transaction,
  { address, subscriber_id }: ReportedMail,
  { kind, detail }: MailEvent,
  now: Date,
) {
  if (address === null || kind === 'delivered') return
  if (kind === 'hard') return suppressHard(trx, address, detail, now)
  if (kind === 'complaint') {
    await unsubscribeFromAll(trx, address, now)
    return suppress(trx, address, 'complaint', detail)
  }
  if ((await countSoftBounces(trx, subscriber_id, now)) <= softBouncesAllowed) return
  return suppress(trx, address, 'soft', detail, new Date(now.getTime() + softSuppression))
}

/** A mail that was `sent` was returned, or one that was `unknown` has arrived. An old drop keeps its counts, so it stays. */
async function correctState(
  trx: Transaction,
  mail: ReportedMail,
  { kind, detail }: MailEvent,
  now: Date,
) {
  if (kind === 'complaint' || mail.delivery_id === null || mail.drop_id === null) return
  if (!(await reopen(trx, mail.drop_id, now))) return
  await changeDeliveries(
    trx,
    sql`drop_id = ${mail.drop_id} and id = ${mail.delivery_id} and status in ('sent', 'unknown')`,
    sql`next_attempt_at = null, leased_until = null, leased_by = null, ${
      kind === 'delivered'
        ? sql`status = 'sent', last_error = null, sent_at = coalesce(sent_at, ${now})`
        : sql`status = 'failed', last_error = ${detail}, sent_at = null`
    }`,
  )
}
