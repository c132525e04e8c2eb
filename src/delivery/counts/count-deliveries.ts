import { sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/tables.ts'
import type { Queryable } from '../../platform/database.ts'

type DeliveryCounts = Record<DeliveryStatus, number> & { audience: number }

/**
 * The number of recipients of a drop in each state; the numbers always add up to `audience`. Recipients
 * without a delivery yet count as pending.
 */
export async function countDeliveries(db: Queryable, dropId: number): Promise<DeliveryCounts> {
  const { rows } = await sql<Row>`
    select drop_followers, ledger_filled_at, status, coalesce(count, 0) as count
    from drops left join lateral (
      select state.* from delivery_counts counts, lateral (values
        ('pending', pending), ('sending', sending), ('sent', sent), ('retry', retry),
        ('failed', failed), ('skipped', skipped), ('unknown', unknown), ('digest', digest)) state (status, count)
      where counts.drop_id = drops.id
      union all
      select status, count from drop_delivery_counts where drop_id = drops.id
    ) counted on true
    where drops.id = ${dropId}
  `.execute(db)
  const counts = {
    pending: 0,
    sending: 0,
    sent: 0,
    retry: 0,
    failed: 0,
    skipped: 0,
    unknown: 0,
    digest: 0,
  }
  let enqueued = 0
  for (const { status, count } of rows) {
    if (status) counts[status] += count
    enqueued += count
  }
  const drop = rows[0]
  const missing = drop?.ledger_filled_at ? 0 : Math.max(0, (drop?.drop_followers ?? 0) - enqueued)
  return { ...counts, pending: counts.pending + missing, audience: enqueued + missing }
}

type Row = {
  drop_followers: number
  ledger_filled_at: Date | null
  /** Null for a drop without deliveries. */
  status: DeliveryStatus | null
  count: number
}

/** Recipients whom the owner can see as not, or not certainly, reached; those of old drops are deleted. */
export async function countUndelivered(db: Queryable, dropId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(failed + skipped + unknown), 0)::int as total
    from delivery_counts where drop_id = ${dropId}`.execute(db)
  return rows[0]?.total ?? 0
}
