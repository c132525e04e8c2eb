import { sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/states.shared.ts'
import { dropIdsOf, type MailUpdate, updatesToJson } from '../../mail/sender/ledger.ts'
import { prepared } from '../../platform/database/prepare-query.ts'
import type { Queryable } from '../../platform/database.ts'

/** Who gets a mail that is sent now. An email can change while its delivery is claimed, so claims do not have it. */
export type Recipient = {
  address: string
  /** Somebody there has used a link in a mail of ours. */
  address_confirmed: boolean
  /** Null for a follow by email, which a mail confirmed. */
  user_id: number | null
  subscriber_id: number
  followed_at: Date
}

type Updated =
  | ({ id: number; status: 'sending' } & Recipient)
  | { id: number; status: Exclude<DeliveryStatus, 'sending'> }

/**
 * Writes outcomes, and marks deliveries as `sending`, in one statement; returns the resulting status, and whom to send
 * to. Deliveries that another sender has claimed since are not returned, unless they were sent.
 *
 * `delivery_decision` checks each delivery that is to be sent now or later. `after` is the state that the sender asks for:
 *
 * | `after`             | wanted still          | has a reason to be skipped                          |
 * | ------------------- | --------------------- | --------------------------------------------------- |
 * | `sending`           | `sending`             | `skipped` by that reason; `unknown` stays `unknown` |
 * | `retry`             | `retry`               | `skipped` by that reason                            |
 * | `unknown`           | `unknown`, tried again | `unknown`, not tried again                          |
 * | `sent`, `failed`    | `after`, not checked  |                                                     |
 * | `skipped`           |                       | a claim has checked; `unknown` stays `unknown`      |
 *
 * A delivery that was `unknown` may have arrived by an earlier attempt, so it also keeps its `last_error`. An outcome finds
 * the row `sending`: whether it was `unknown` before, `decideNextState` has put into `after`.
 */
export async function updateDeliveries(
  db: Queryable,
  sender: string,
  updates: MailUpdate[],
  now: Date,
) {
  // Parameters in both places, because PostgreSQL then plans for the partitions of these drops alone.
  const isOfDrops = sql`n.drop_id = any(${dropIdsOf(updates)}::int[])`
  const { rows } = await sql<Updated>`${prepared}
    with locked as materialized (
      select n.id, n.drop_id, n.follow_id, n.status as status_before, n.last_error as error_before,
        u.status as after, u.attempts, u.next_attempt_at, u.last_error
      from jsonb_to_recordset(${updatesToJson(updates)}::jsonb) as u (
        id bigint, drop_id int, status text, attempts int, next_attempt_at timestamptz, last_error text)
      join drop_notifications n on n.id = u.id and n.drop_id = u.drop_id
      where n.id = any(${updates.map(({ id }) => id)}::bigint[])
        and ${isOfDrops}
        and (n.leased_by = ${sender}::uuid or u.status = 'sent')
      order by n.id for no key update of n
    ), decided as materialized (
      select locked.*, decision.*,
        -- False for unknown, which only loses its next attempt.
        after <> 'unknown' and (after = 'skipped' or skip_reason is not null) as is_skipped
      from locked
      -- No reason where nothing is asked: for sent, failed, and skipped, which the claim has asked.
      left join lateral delivery_decision(drop_id,
        case when after in ('sending', 'retry', 'unknown') then locked.follow_id end, ${now}) decision on true
    )
    update drop_notifications n set
      status = case when not is_skipped then after
        when status_before = 'unknown' then 'unknown' else 'skipped' end,
      attempts = d.attempts,
      next_attempt_at = case when skip_reason is null then d.next_attempt_at end,
      last_error = case when not is_skipped then d.last_error
        when status_before = 'unknown' then error_before else coalesce(skip_reason::text, d.last_error) end,
      sent_at = case when after = 'sent' then ${now}::timestamptz end,
      leased_until = case when after = 'sending' and skip_reason is null then n.leased_until end,
      leased_by = case when after = 'sending' and skip_reason is null then n.leased_by end
    from decided d where n.id = d.id and n.id = any(array(select id from decided))
      and n.drop_id = d.drop_id and ${isOfDrops}
    returning n.id, n.status, d.address, d.address_confirmed, d.user_id, d.subscriber_id, d.followed_at
  `.execute(db)
  return rows
}
