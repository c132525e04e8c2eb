import { type RawBuilder, sql } from 'kysely'
import type { DeliveryStatus } from '../contract/tables.ts'
import type { Queryable } from '../platform/database.ts'

const isStatus: Record<DeliveryStatus, true> = {
  pending: true,
  sending: true,
  sent: true,
  retry: true,
  failed: true,
  skipped: true,
  unknown: true,
  digest: true,
}
export const deliveryStatuses = Object.keys(isStatus) as DeliveryStatus[]

const each = (expression: (status: DeliveryStatus) => string) =>
  deliveryStatuses.map(expression).join(', ')

/**
 * Ends a statement that changes deliveries: adds the changes to the counts of their drops. It is a part of
 * `with`, after one named `changed` with the columns `drop_id`, `before` and `after`, which are states;
 * `before` is null for a new delivery, `after` for a deleted one.
 */
export const counted = sql.raw(`counted as (
  insert into delivery_counts as counts (drop_id, ${deliveryStatuses.join(', ')})
  select drop_id, ${each(
    status => `count(*) filter (where after = '${status}')
      - count(*) filter (where before = '${status}')`,
  )}
  from changed where drop_id is not null and before is distinct from after
  group by drop_id order by drop_id
  on conflict (drop_id) do update
  set ${each(status => `${status} = counts.${status} + excluded.${status}`)}
)`)

/** Locked in the order of their ids, as by every other statement. Returns their ids and what their states became. */
export async function changeDeliveries(
  db: Queryable,
  where: RawBuilder<unknown>,
  set: RawBuilder<unknown>,
) {
  const { rows } = await sql<{ id: number; status: DeliveryStatus }>`
    with locked as materialized (
      select id, status as before from drop_notifications where ${where}
      order by id for no key update
    ), changed as (
      update drop_notifications n set ${set} from locked where n.id = locked.id
      returning n.id, n.drop_id, locked.before, n.status as after
    ), ${counted}
    select id, after as status from changed`.execute(db)
  return rows
}

export async function deleteDeliveries(db: Queryable, where: RawBuilder<unknown>) {
  await sql`
    with changed as (
      delete from drop_notifications where ${where}
      returning drop_id, status as before, null::text as after
    ), ${counted}
    select`.execute(db)
}
