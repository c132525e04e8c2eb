import { sql } from 'kysely'
import { lockSubscriber } from '../../follows/subscribers/subscribers.queries.ts'
import type { Transaction } from '../../platform/database.ts'

const mailsConsidered = 5
/** Mail servers retry for so long before they return a mail (RFC 5321, 4.5.4.1). Acceptance by a relay proves nothing. */
const returnPeriodMs = 5 * 24 * 60 * 60 * 1000

/**
 * Counts the mails that bounced softly since the last delivered one, and since the last change of the email. Locks the
 * subscriber, so that of two concurrent reports the second counts the first.
 */
export async function countSoftBounces(trx: Transaction, subscriberId: number, now: Date) {
  await lockSubscriber(trx, subscriberId)
  const { rows } = await sql<{ count: number }>`
    with mails as (
      select drops.created_at as dropped_at, ${hasEvent('soft')} as bounced,
        ${hasEvent('delivered')} or (n.status = 'sent'
          and n.sent_at < ${new Date(now.getTime() - returnPeriodMs)}
          and not ${hasEvent('soft')} and not ${hasEvent('hard')}) as delivered
      from drop_notifications n
      join drops on drops.id = n.drop_id
      join radr_follows f on f.id = n.follow_id
      join follower_registry r on r.id = f.registry_id
      left join users u on u.id = r.user_id
      -- One delivery for each mail: the newest of a weekly mail.
      where f.registry_id = ${subscriberId} and n.mailed_with is null
        and (n.status in ('sent', 'failed') or ${hasEvent('soft')})
      order by dropped_at desc limit ${mailsConsidered}
    )
    select count(*) from mails
    where bounced
      and dropped_at > coalesce((select max(dropped_at) from mails where delivered), '-infinity')
  `.execute(trx)
  return rows[0]?.count ?? 0
}

const hasEvent = (kind: 'soft' | 'hard' | 'delivered') =>
  sql`exists (select from mail_events e where e.notification_id = n.id and e.kind = ${sql.lit(kind)}
    and e.created_at > coalesce(u.email_changed_at, '-infinity'))`
