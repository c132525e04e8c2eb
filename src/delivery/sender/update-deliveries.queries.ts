import { sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/states.shared.ts'
import { prepared } from '../../platform/database/prepare-query.ts'
import type { Queryable } from '../../platform/database.ts'

export type DeliveryUpdate = {
  id: number
  status: DeliveryStatus
  attempts: number
  next_attempt_at: Date | null
  last_error: string | null
}

/**
 * Writes outcomes, and marks deliveries as `sending`, in one statement; returns the resulting status. What
 * would be sent now or later, and must not be sent any more, becomes `skipped`. Deliveries that another
 * sender has claimed since are not returned.
 */
export async function updateDeliveries(
  db: Queryable,
  sender: string,
  updates: DeliveryUpdate[],
  now: Date,
) {
  const { rows } = await sql<{ id: number; status: DeliveryStatus }>`${prepared}
    with locked as materialized (
      select n.id, n.drop_id, n.follow_id, u.status as after, u.attempts, u.next_attempt_at, u.last_error
      from jsonb_to_recordset(${toJson(updates)}::jsonb) as u (
        id bigint, status text, attempts int, next_attempt_at timestamptz, last_error text)
      join drop_notifications n on n.id = u.id
      where n.id = any(${updates.map(({ id }) => id)}::bigint[])
        and (n.leased_by = ${sender}::uuid or u.status = 'sent')
      order by n.id for no key update of n
    ), decided as materialized (
      select *, case when after in ('sending', 'retry', 'unknown') then (
          select decision.skip_reason::text
          from delivery_decision(drop_id, follow_id, ${now}) decision
        ) end as skip_reason
      from locked
    )
    update drop_notifications n set
      status = case when skip_reason is null or after = 'unknown' then after else 'skipped' end,
      attempts = d.attempts,
      next_attempt_at = case when skip_reason is null then d.next_attempt_at end,
      last_error = case when after = 'unknown' then d.last_error
        else coalesce(skip_reason, d.last_error) end,
      sent_at = case when after = 'sent' then ${now}::timestamptz end,
      leased_until = case when after = 'sending' and skip_reason is null then n.leased_until end,
      leased_by = case when after = 'sending' and skip_reason is null then n.leased_by end
    from decided d where n.id = d.id and n.id = any(array(select id from decided))
    returning n.id, n.status
  `.execute(db)
  return rows
}

/** PostgreSQL rejects unpaired surrogates, which a truncated server response can contain. */
const toJson = (updates: DeliveryUpdate[]) =>
  JSON.stringify(updates, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
