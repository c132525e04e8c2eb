import { sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/tables.ts'
import { activeSuppressions } from '../../mail/suppression.ts'
import type { Database, Queryable, Transaction } from '../../platform/database.ts'

/**
 * How long a claim lasts without a heartbeat; senders renew it four times as often. It is dated by the
 * clock of the database, because those of the workers may differ by more than that.
 */
export const leaseMs = 20_000

/** A delivery that a sender has claimed, with what the mail needs. */
export type ClaimedDelivery = {
  id: number
  /** Null for a digest. */
  drop_id: number | null
  follow_id: number
  status: DeliveryStatus
  attempts: number
  next_attempt_at: Date | null
  address: string
  /** Members follow without a confirmation mail. */
  is_member: boolean
  followed_at: Date
}

/** The new state of a delivery. */
export type DeliveryUpdate = Pick<
  ClaimedDelivery,
  'id' | 'drop_id' | 'follow_id' | 'attempts' | 'next_attempt_at'
> & {
  status: DeliveryStatus
  last_error: string | null
}

/**
 * Claims up to `limit` deliveries: at most a quarter of them retries that are due, the rest evenly from
 * all running drops, so that a small drop does not wait behind a large one. They include deliveries
 * whose lease has expired; with the status `sending` their mail may have been sent. Recipients who must
 * not get the mail are set to `skipped` and returned too. `excludeIds` are the sender's own claims, whose
 * lease may have expired while the process was paused. Of digests at most a quarter of `limit` is claimed.
 */
export function claimDeliveries(
  db: Database,
  sender: string,
  limit: number,
  now: Date,
  excludeIds: number[] = [],
) {
  return db.transaction().execute(async trx => {
    // PostgreSQL caches the plan, which may have been made while the tables were small: it would read and sort
    // all deliveries that are pending, and read the whole table for those it updates.
    await sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`.execute(
      trx,
    )
    return claim(trx, sender, limit, now, excludeIds)
  })
}

async function claim(
  trx: Transaction,
  sender: string,
  limit: number,
  now: Date,
  excludeIds: number[],
) {
  // With constant limits PostgreSQL expects few rows, and `limit 1` and the array make it look rows up by key.
  const most = sql.lit(limit)
  const quarter = sql.lit(Math.ceil(limit / 4))
  const isUnclaimed = sql`(n.leased_until is null or n.leased_until < now())
    and n.id <> all(${excludeIds}::bigint[])`
  const { rows } = await sql<ClaimedDelivery>`
    with recursive running_drops as (
      (select n.drop_id from drop_notifications n where ${isUnsent} order by n.drop_id limit 1)
      union all
      select (select n.drop_id from drop_notifications n
        where ${isUnsent} and n.drop_id > running_drops.drop_id order by n.drop_id limit 1)
      from running_drops where running_drops.drop_id is not null
    ), drop_shares as materialized (
      select drop_id, ceil(${most}::numeric / count(*) over ())::int as share
      from running_drops where drop_id is not null order by random() limit ${most}
    ), due as materialized (
      select n.id, n.follow_id, n.drop_id from drop_notifications n
      where n.status in ('retry', 'unknown') and n.next_attempt_at is not null
        and n.next_attempt_at <= ${now} and ${isUnclaimed}
      order by n.next_attempt_at limit ${quarter}
      for update of n skip locked
    ), fresh as materialized (
      select taken.* from drop_shares cross join lateral (
        select * from (
          select n.id, n.follow_id, n.drop_id from drop_notifications n
          where n.drop_id = drop_shares.drop_id and ${isUnsent} and ${isUnclaimed}
          order by n.id limit drop_shares.share
          for update of n skip locked
        ) share limit ${most}
      ) taken
    ), digests as materialized (
      select n.id, n.follow_id, n.drop_id from drop_notifications n
      where n.drop_id is null and ${isUnsent} and ${isUnclaimed}
      -- The order of the index, in which PostgreSQL does not see that all have the same drop_id.
      order by n.drop_id, n.id limit ${quarter}
      for update of n skip locked
    ), claimable as materialized (
      select * from (
        select * from due union all select * from digests union all select * from fresh
      ) found
      where not exists (select from mail_flow where paused_at is not null)
      -- Random order, so a half-open breaker does not probe the same recipient forever.
      order by random() limit ${most}
    ), checked as materialized (
      select claimable.id, r.user_id is not null as is_member, r.address, r.followed_at,
        case
          when d.stopped_at is not null then 'stopped'
          when d.id is not null and not r.is_following then 'left'
          when d.id is not null and r.mail_off then 'mail off'
          when r.mail_stopped then 'wants no mail'
          when r.current_follow_id <> r.follow_id and ${hasOtherDelivery} then 'gets it by another follow'
          when s.email is not null then 'suppressed ' || s.reason
        end as skip_reason
      from claimable
      left join drops d on d.id = claimable.drop_id
      cross join lateral (
        select * from recipients where follow_id = claimable.follow_id limit 1
      ) r
      left join ${activeSuppressions(now)} s on s.email = lower(r.address)
    )
    update drop_notifications n set
      status = case when skip_reason is null then n.status else 'skipped' end,
      last_error = coalesce(skip_reason, n.last_error),
      next_attempt_at = case when skip_reason is null then n.next_attempt_at end,
      leased_until = case when skip_reason is null then ${leaseEnd} end,
      leased_by = case when skip_reason is null then ${sender}::uuid end
    from checked where checked.id = n.id and n.id = any(array(select id from claimable))
    returning n.id, n.drop_id, n.follow_id, n.status, n.attempts, n.next_attempt_at,
      address, is_member, followed_at
  `.execute(trx)
  return rows
}

/** The predicate of the index `drop_notifications_running`. */
const isUnsent = sql`n.status in ('pending', 'sending')`

const hasOtherDelivery = sql`exists (select from drop_notifications o
  where o.drop_id = claimable.drop_id and o.follow_id = r.current_follow_id)`

/**
 * Writes outcomes, and marks deliveries as `sending`, in one statement; returns the resulting status.
 * Recipients who unsubscribed since the claim, and everything of a stopped drop that would be sent
 * later, become `skipped`. Deliveries that another sender has claimed since are not returned.
 */
export async function updateDeliveries(
  db: Database,
  sender: string,
  updates: DeliveryUpdate[],
  now: Date,
) {
  const { rows } = await sql<{ id: number; status: DeliveryStatus }>`
    with requested as materialized (
      select u.*, u.status not in ('sent', 'failed') and exists (
        select from drops where drops.id = u.drop_id and stopped_at is not null
      ) as is_stopped, u.status = 'sending' and (
        select mail_stopped or (u.drop_id is not null and (not is_following or mail_off))
        from recipients where recipients.follow_id = u.follow_id
      ) as has_left
      from jsonb_to_recordset(${toJson(updates)}::jsonb) as u (id bigint, drop_id int,
        follow_id bigint, status text, attempts int, next_attempt_at timestamptz, last_error text)
    ), decided as materialized (
      select *, case
          when is_stopped and status <> 'unknown' then 'stopped' when has_left then 'left'
        end as skip_reason
      from requested
    )
    update drop_notifications n set
      status = case when skip_reason is null then d.status else 'skipped' end,
      attempts = d.attempts,
      next_attempt_at = case when skip_reason is null and not is_stopped then d.next_attempt_at end,
      last_error = coalesce(skip_reason, d.last_error),
      sent_at = case when d.status = 'sent' then ${now}::timestamptz end,
      leased_until = case when d.status = 'sending' and skip_reason is null then n.leased_until end,
      leased_by = case when d.status = 'sending' and skip_reason is null then n.leased_by end
    from decided d
    where n.id = d.id and n.id = any(${updates.map(({ id }) => id)}::bigint[])
      and (n.leased_by = ${sender}::uuid or d.status = 'sent')
    returning n.id, n.status
  `.execute(db)
  return rows
}

/** PostgreSQL rejects unpaired surrogates, which a truncated server response can contain. */
const toJson = (updates: DeliveryUpdate[]) =>
  JSON.stringify(updates, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))

/** The heartbeat of a sender. */
export async function renewLeases(db: Queryable, sender: string, ids: number[]) {
  // A delivery whose outcome is being written is left out: the two statements could wait for each other.
  await sql`
    update drop_notifications set leased_until = ${leaseEnd}
    where id = any(array(
      select id from drop_notifications where id = any(${ids}::bigint[]) and leased_by = ${sender}::uuid
      for no key update skip locked))`.execute(db)
}

/** Releases deliveries that were claimed and not sent. */
export async function releaseDeliveries(db: Queryable, sender: string, ids: number[]) {
  await db
    .updateTable('drop_notifications')
    .set({ leased_until: null, leased_by: null })
    .where('id', 'in', ids)
    .where('leased_by', '=', sender)
    .execute()
}

/** Releases everything that senders of earlier processes had claimed, where there can be no other process. */
export async function releaseAllDeliveries(db: Queryable) {
  await db
    .updateTable('drop_notifications')
    .set({ leased_until: null, leased_by: null })
    .where('status', 'in', ['pending', 'sending', 'retry', 'unknown'])
    .where('leased_by', 'is not', null)
    .execute()
}

const leaseEnd = sql<Date>`now() + ${sql.lit(leaseMs)} * interval '1 millisecond'`
