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
