import type { Queryable } from '../platform/database.ts'
import type { NotificationStatus } from '../platform/tables.ts'

export type DeliveryStates = Record<NotificationStatus, number> & { audience: number }

/**
 * How many recipients of a drop are in which state; the states always add up to `audience`. Who is
 * not in the ledger yet, because it is still being filled, counts as pending.
 */
export async function deliveryStates(db: Queryable, dropId: number): Promise<DeliveryStates> {
  const rows = await db
    .selectFrom('drops')
    .leftJoin('drop_notifications', 'drop_notifications.drop_id', 'drops.id')
    .select(({ fn }) => [
      'drop_followers',
      'ledger_filled_at',
      'status',
      fn.count<number>('drop_notifications.id').as('count'),
    ])
    .where('drops.id', '=', dropId)
    .groupBy(['drops.id', 'status'])
    .execute()
  const states = { pending: 0, sending: 0, sent: 0, retry: 0, failed: 0, skipped: 0, unknown: 0 }
  let listed = 0
  for (const { status, count } of rows) {
    if (status) states[status] = count
    listed += count
  }
  const drop = rows[0]
  const unlisted = drop?.ledger_filled_at ? 0 : Math.max(0, (drop?.drop_followers ?? 0) - listed)
  return { ...states, pending: states.pending + unlisted, audience: listed + unlisted }
}
