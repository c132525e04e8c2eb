import { sql } from 'kysely'
import { leaveEveryone } from '../follows/leave.ts'
import type { MailEvent } from '../mail/mail-event.ts'
import type { Mailed } from '../mail/return-path.ts'
import { suppress } from '../mail/suppression.ts'
import type { Context } from '../platform/context.ts'
import type { Transaction } from '../platform/database.ts'
import { findMailed, insertMailEvent, type MailedMail } from './mail-events.queries.ts'
import { softBouncesInARow } from './soft-bounces.ts'

const day = 24 * 60 * 60 * 1000
/** How long an address rests that has bounced softly too often; then one mail tries it again. */
const restMs = 14 * day
const softBouncesAllowed = 2

/** `early`: the mail still stands as being sent, so what the report says has to wait for that. */
export type Recorded = 'new' | 'known' | 'gone' | 'early'

/**
 * Writes down what was said about a mail and does what follows from it, once for each report. With
 * `whileSending` it is the answer to the sender itself, who writes the mail's state.
 */
export function recordMailEvent(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  mailed: Mailed,
  event: MailEvent,
  { whileSending = false } = {},
): Promise<Recorded> {
  return db.transaction().execute(async trx => {
    const now = clock.now()
    const mail = await findMailed(trx, mailed)
    if (!mail) return 'gone'
    if (mail.status === 'sending' && !whileSending) return 'early'
    if (!(await insertMailEvent(trx, mail, event, now))) return 'known'
    if (!whileSending) await correctState(trx, mail, event, now)
    await act(trx, mail, event, now)
    return 'new'
  })
}

async function act(trx: Transaction, mail: MailedMail, { kind, detail }: MailEvent, now: Date) {
  const { address } = mail
  if (address === null || kind === 'delivered') return
  if (kind === 'hard') return suppress(trx, address, 'hard', detail)
  if (kind === 'complaint') {
    await leaveEveryone(trx, address, now)
    return suppress(trx, address, 'complaint', detail)
  }
  if ((await softBouncesInARow(trx, mail.subscriber_id, now)) <= softBouncesAllowed) return
  return suppress(trx, address, 'soft', detail, new Date(now.getTime() + restMs))
}

/** What was taken for sent came back, or what nobody knew has arrived. */
async function correctState(
  trx: Transaction,
  mail: MailedMail,
  { kind, detail }: MailEvent,
  now: Date,
) {
  if (kind === 'complaint' || mail.notification_id === null) return
  const settled = { next_attempt_at: null, leased_until: null, leased_by: null }
  await trx
    .updateTable('drop_notifications')
    .set(
      kind === 'delivered'
        ? {
            ...settled,
            status: 'sent',
            last_error: null,
            sent_at: sql<Date>`coalesce(sent_at, ${now})`,
          }
        : { ...settled, status: 'failed', last_error: detail, sent_at: null },
    )
    .where('id', '=', mail.notification_id)
    .where('status', 'in', ['sent', 'unknown'])
    .execute()
}
