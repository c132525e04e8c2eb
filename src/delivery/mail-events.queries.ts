import { sql } from 'kysely'
import type { MailEvent } from '../mail/mail-event.ts'
import type { Mailed } from '../mail/return-path.ts'
import type { Queryable, Transaction } from '../platform/database.ts'

/** Whoever has a return path can send reports to it; more than these about one mail are not kept. */
const maxEvents = 20

export type MailedMail = NonNullable<Awaited<ReturnType<typeof findMailed>>>

/** Keeps what a report says; false when it was kept before. */
export async function insertMailEvent(
  trx: Transaction,
  { follow_id, notification_id, events }: MailedMail,
  event: MailEvent,
  now: Date,
): Promise<boolean> {
  if (events >= maxEvents) return false
  const inserted = await trx
    .insertInto('mail_events')
    .values({
      follow_id,
      notification_id,
      kind: event.kind,
      report: event.report,
      detail: event.detail.toWellFormed(),
      created_at: now,
    })
    .onConflict(on => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** A mail, and where mail of its follow is sent today. */
export async function findMailed(db: Queryable, mailed: Mailed) {
  const found = await db
    .selectFrom('recipients')
    .leftJoin('drop_notifications', join =>
      join
        .onRef('drop_notifications.follow_id', '=', 'recipients.follow_id')
        .on('drop_notifications.id', '=', notificationOf(mailed)),
    )
    .select([
      'recipients.follow_id',
      'drop_notifications.id as notification_id',
      'drop_notifications.status',
      'subscriber_id',
      'address',
      eventsSoFar.as('events'),
    ])
    .$if('followId' in mailed, mails => mails.where('recipients.follow_id', '=', followOf(mailed)))
    .$if('notificationId' in mailed, mails =>
      mails.where('drop_notifications.id', '=', notificationOf(mailed)),
    )
    .executeTakeFirst()
  return found ?? null
}

const notificationOf = (mailed: Mailed) => ('notificationId' in mailed ? mailed.notificationId : 0)
const followOf = (mailed: Mailed) => ('followId' in mailed ? mailed.followId : 0)

const eventsSoFar = sql<number>`(select count(*) from mail_events e where e.follow_id = recipients.follow_id
  and coalesce(e.notification_id, 0) = coalesce(drop_notifications.id, 0))`
