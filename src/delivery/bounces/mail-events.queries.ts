import { sql } from 'kysely'
import { resolveFollow } from '../../follows/follows.queries.ts'
import { lockSubscriber, resolveSubscriber } from '../../follows/subscribers/subscribers.queries.ts'
import type { MailRef } from '../../mail/links/mail-links.ts'
import type { MailEvent } from '../../mail/reports/verdict.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'

/** Events stored per mail: every recipient knows the return path and can send any number of reports. */
const maxEvents = 20

/** `follow_id` is the follow that the mail was about, or any of the subscriber's if the mail names none. */
export type ReportedMail = NonNullable<Awaited<ReturnType<typeof findMail>>>

/**
 * The mail, or whom it was sent to if its delivery was deleted. Null where the mail names no follow and its email is not
 * the present one.
 */
export async function findReportedMail(db: Queryable, mail: MailRef): Promise<ReportedMail | null> {
  const found = await findMail(db, mail)
  if (found || !('deliveryId' in mail) || mail.subscriberId === undefined) return found
  return findMail(db, { subscriberId: mail.subscriberId })
}

/** Locks the subscriber of the mail that `findReportedMail` returns. */
export async function lockReportedMail(trx: Transaction, mail: MailRef) {
  const found = await findReportedMail(trx, mail)
  if (!found) return null
  await lockSubscriber(trx, found.subscriber_id)
  return findReportedMail(trx, mail)
}

/** A reference to a mail, or to its subscriber alone if the delivery was deleted. */
type Reference = MailRef | { subscriberId: number }

async function findMail(db: Queryable, mail: Reference) {
  const found = await db
    .selectFrom('recipients')
    .leftJoin('drop_notifications', join =>
      join
        .onRef('drop_notifications.follow_id', '=', 'recipients.follow_id')
        .on('drop_notifications.id', '=', deliveryIdOf(mail)),
    )
    .select([
      'recipients.follow_id',
      'drop_notifications.id as delivery_id',
      'drop_notifications.drop_id',
      'drop_notifications.status',
      'weekly_mail_id',
      'subscriber_id',
      'address',
      hasMoved.as('has_moved'),
      eventCount.as('events'),
    ])
    .where(isAbout(mail))
    .executeTakeFirst()
  if (!found) return null
  // The link of a mail, if the report has it, tells to which email the mail was sent; else its time decides.
  const has_moved = 'isFor' in mail ? !mail.isFor(found.address ?? '') : found.has_moved
  const namesFollow = 'deliveryId' in mail || 'followId' in mail
  // Without a follow there is none to end, and no mail to stop.
  return has_moved && !namesFollow ? null : { ...found, has_moved }
}

const deliveryIdOf = (mail: Reference) => ('deliveryId' in mail ? mail.deliveryId : 0)

function isAbout(mail: Reference) {
  if ('deliveryId' in mail) return sql<boolean>`drop_notifications.id = ${mail.deliveryId}`
  if ('followId' in mail)
    return sql<boolean>`recipients.follow_id = ${resolveFollow(mail.followId)}`
  // The mail names no follow. The event is stored with any of the subscriber's, which is not ended by itself.
  return sql<boolean>`recipients.follow_id = (
    select min(id) from radr_follows where registry_id = ${resolveSubscriber(mail.subscriberId)})`
}

/**
 * Whether the account may have had another email when the mail was sent. An hour more, because the email is read
 * before the mail is sent. Without a time of sending, as for a confirmation mail of a follow, any change counts.
 */
const hasMoved = sql<boolean>`exists (select from users where users.id = recipients.user_id
  and email_changed_at > coalesce(drop_notifications.sent_at - interval '1 hour', '-infinity'))`

const eventCount = sql<number>`(select count(*) from mail_events e
  where e.follow_id = recipients.follow_id
    and coalesce(e.notification_id, 0) = coalesce(drop_notifications.id, 0))`

/** Returns false for a duplicate. */
export async function insertMailEvent(
  trx: Transaction,
  { follow_id, delivery_id, events }: ReportedMail,
  event: MailEvent,
  now: Date,
): Promise<boolean> {
  if (events >= maxEvents) return false
  const inserted = await trx
    .insertInto('mail_events')
    .values({
      follow_id,
      notification_id: delivery_id,
      kind: event.kind,
      report: event.reportId,
      detail: event.detail.toWellFormed(),
      created_at: now,
    })
    .onConflict(on => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
