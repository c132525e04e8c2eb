import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

/** Mails looked at, the newest ones. */
const lookedAt = 5
/**
 * A mail server tries for up to five days before it gives up (RFC 5321, 4.5.4.1). What has not come back
 * by then has arrived; before that, that a relay took it proves nothing.
 */
const comesBackWithinMs = 5 * 24 * 60 * 60 * 1000

/**
 * How many of the last mails to an address bounced softly since one was delivered. Holds the registry
 * row, so that of two reports at once the later counts the earlier.
 */
export async function softBouncesInARow(trx: Transaction, subscriberId: number, now: Date) {
  await trx
    .selectFrom('follower_registry')
    .select('id')
    .where('id', '=', subscriberId)
    .forUpdate()
    .execute()
  const { rows } = await sql<{ count: number }>`
    with mails as (
      select n.id, ${has('soft')} as bounced,
        ${has('delivered')} or (n.status = 'sent'
          and n.sent_at < ${new Date(now.getTime() - comesBackWithinMs)}
          and not ${has('soft')} and not ${has('hard')}) as delivered
      from drop_notifications n
      join radr_follows f on f.id = n.follow_id
      where f.registry_id = ${subscriberId} and (n.status in ('sent', 'failed') or ${has('soft')})
      order by n.id desc limit ${lookedAt}
    )
    select count(*) from mails
    where bounced and id > coalesce((select max(id) from mails where delivered), 0)
  `.execute(trx)
  return rows[0]?.count ?? 0
}

const has = (kind: 'soft' | 'hard' | 'delivered') =>
  sql`exists (select from mail_events e where e.notification_id = n.id and e.kind = ${sql.lit(kind)})`
