import type { DeliveryStatus } from '../../contract/tables.ts'
import { deliveryStatuses } from '../../mail/delivery-counts.ts'
import type { Queryable } from '../../platform/database.ts'

type DeliveryCounts = Record<DeliveryStatus, number> & { audience: number }

/** The numbers always add up to `audience`. Recipients without a delivery yet count as pending. */
export async function countDeliveries(db: Queryable, dropId: number): Promise<DeliveryCounts> {
  const { drop_followers, ledger_filled_at, ...stored } = await db
    .selectFrom('drops')
    .leftJoin('delivery_counts', 'drop_id', 'drops.id')
    .select(['drop_followers', 'ledger_filled_at', ...deliveryStatuses])
    .where('drops.id', '=', dropId)
    .executeTakeFirstOrThrow()
  const counts = Object.fromEntries(
    deliveryStatuses.map(status => [status, stored[status] ?? 0]),
  ) as Record<DeliveryStatus, number>
  const enqueued = Object.values(counts).reduce((sum, count) => sum + count)
  const missing = ledger_filled_at ? 0 : Math.max(0, drop_followers - enqueued)
  return { ...counts, pending: counts.pending + missing, audience: enqueued + missing }
}
