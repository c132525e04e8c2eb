import { type RawBuilder, sql } from 'kysely'
import type { DeliveryStatus, SkipReason } from '../contract/states.shared.ts'
import type { Queryable, Transaction } from '../platform/database.ts'

/** Locks the deliveries in the order of their ids, as senders do. Returns their ids and new states. */
export async function changeDeliveries(
  db: Queryable,
  where: RawBuilder<unknown>,
  set: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ id: number; status: DeliveryStatus }>`
    with locked as materialized (
      select id, drop_id from drop_notifications where ${where} order by id for no key update
    )
    update drop_notifications n set ${set} from locked
    where n.id = locked.id and n.drop_id = locked.drop_id
    returning n.id, n.status`.execute(db)
  return rows
}

/**
 * Skips those of the deliveries `where` that wait for an attempt. One whose weekly mail had no response may have arrived,
 * and becomes `unknown`. A sender that has claimed one does not send it without its lease.
 */
export function skipWaiting(trx: Transaction, where: RawBuilder<unknown>, reason: SkipReason) {
  const isUnknown = sql`exists (select from mails where mails.id = n.weekly_mail_id and mails.status = 'unknown')`
  return changeDeliveries(
    trx,
    sql`${where} and status in ('pending', 'retry')`,
    sql`status = case when ${isUnknown} then 'unknown' else 'skipped' end,
      last_error = case when ${isUnknown} then n.last_error else ${reason} end,
      next_attempt_at = null, weekly_mail_id = null, leased_by = null, leased_until = null`,
  )
}

/** Skips deliveries that were made in this transaction, each for its reason. */
export async function skipDeliveries(
  trx: Transaction,
  dropId: number,
  deliveries: { id: number; reason: SkipReason }[],
) {
  for (const [reason, skipped] of Map.groupBy(deliveries, delivery => delivery.reason))
    await changeDeliveries(
      trx,
      sql`drop_id = ${dropId} and id = any(${skipped.map(({ id }) => id)}::bigint[])`,
      sql`status = 'skipped', last_error = ${reason}, next_attempt_at = null, weekly_mail_id = null`,
    )
}
