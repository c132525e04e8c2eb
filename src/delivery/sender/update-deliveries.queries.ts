import { sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/tables.ts'
import { counted } from '../../mail/delivery-counts.ts'
import { prepared } from '../../platform/database/own-connection.ts'
import type { Queryable } from '../../platform/database.ts'

export type DeliveryUpdate = {
  id: number
  /** Null for a digest. */
  drop_id: number | null
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
  // Left out where there is none: this statement is planned for each group of mails.
  const hasDigest = updates.some(({ drop_id }) => drop_id === null)
  const { rows } = await sql<{ id: number; status: DeliveryStatus }>`${prepared}
    with locked as materialized (
      select n.id, n.drop_id, n.follow_id, n.status as before, u.status as after, u.attempts,
        u.next_attempt_at, u.last_error, n.id as update_id
      from jsonb_to_recordset(${toJson(updates)}::jsonb) as u (
        id bigint, status text, attempts int, next_attempt_at timestamptz, last_error text)
      join drop_notifications n on n.id = u.id
      where n.id = any(${updates.map(({ id }) => id)}::bigint[])
        and (n.leased_by = ${sender}::uuid or u.status = 'sent')
      order by n.id for no key update of n
    ), ${hasDigest ? affectedWithParts : sql`affected as (select * from locked)`},
    decided as materialized (
      select *, case when after in ('sending', 'retry', 'digest', 'unknown') then (
          select decision.skip_reason from delivery_decision(drop_id, follow_id, ${now}) decision
        ) end as own_reason
      from affected
    ), reasoned as (
      select *, ${hasDigest ? reasonOfDigest : sql`own_reason`}::text as skip_reason from decided
    ), changed as (
      update drop_notifications n set
        status = case when skip_reason is null or after = 'unknown' then after else 'skipped' end,
        attempts = r.attempts,
        next_attempt_at = case when skip_reason is null then r.next_attempt_at end,
        last_error = case when after = 'unknown' then r.last_error
          else coalesce(skip_reason, r.last_error) end,
        sent_at = case when after = 'sent' then ${now}::timestamptz end,
        leased_until = case
          when r.id <> update_id and (after = 'unknown' or (after = 'sending' and skip_reason is null))
            then 'infinity'
          when after = 'sending' and skip_reason is null then n.leased_until
        end,
        leased_by = case when after = 'sending' and skip_reason is null then n.leased_by end
      from reasoned r where n.id = r.id and n.id = any(array(select id from decided))
      returning n.id, n.drop_id, r.before, n.status as after, r.id <> update_id as is_part
    ), ${counted}
    select id, after as status from changed where not is_part
  `.execute(db)
  return rows
}

/** The deliveries in a digest get what the digest gets; their lease has no end, so that none is claimed. */
const affectedWithParts = sql`parts as materialized (
    select n.id, n.drop_id, n.follow_id, n.status as before,
      case locked.after when 'retry' then 'digest' else locked.after end as after,
      locked.attempts, locked.next_attempt_at, locked.last_error, update_id
    from (select id as digest, drop_id as digest_drop, after, attempts, next_attempt_at, last_error,
      update_id from locked) locked
    join drop_notifications n on n.digest_id = digest
    where digest_drop is null and n.status <> 'skipped'
    order by n.id for no key update of n
  ), affected as (select * from locked union all select * from parts)`

/** What is in a digest is not sent without it. */
const reasonOfDigest = sql`coalesce(own_reason,
  max(own_reason) filter (where id = update_id) over (partition by update_id))`

/** PostgreSQL rejects unpaired surrogates, which a truncated server response can contain. */
const toJson = (updates: DeliveryUpdate[]) =>
  JSON.stringify(updates, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
