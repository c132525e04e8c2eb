import { sql } from 'kysely'
import type { SkipReason } from '../../contract/states.shared.ts'
import {
  type ClaimedMail,
  claimedError,
  claimedStatus,
  isUnleased,
  leaseEnd,
  type MailUpdate,
} from '../../mail/sender/ledger.ts'
import type { Context } from '../../platform/context.ts'
import { prepared } from '../../platform/database/prepare-query.ts'
import type { Transaction } from '../../platform/database.ts'
import { updateDeliveries } from './update-deliveries.queries.ts'

export type ClaimedDelivery = ClaimedMail & {
  id: number
  drop_id: number
  follow_id: number
  next_attempt_at: Date | null
}

type Checked = Omit<ClaimedDelivery, 'is_skipped'> & { skip_reason: SkipReason | null }

/**
 * Claims up to `limit` deliveries: at most a quarter of them retries that are due, the rest evenly from
 * all running drops, so that a small drop does not wait behind a large one. They include deliveries whose lease has
 * expired; those that were `sending` become `unknown`. Those that must not be sent any more are returned with `is_skipped`:
 * they become `skipped` unless they are `unknown`. `excludeIds` are the sender's own claims, whose lease may have expired
 * while the process was paused.
 */
export function claimDeliveries(
  { db, config }: Pick<Context, 'db' | 'config'>,
  sender: string,
  limit: number,
  now: Date,
  excludeIds: number[] = [],
) {
  return db.transaction().execute(async trx => {
    const within = config.databaseEngine === 'postgres' ? await setPlanner(trx) : null
    const claimed = await claim(trx, { sender, limit, now, excludeIds, within })
    const skipped = claimed.filter(row => row.skip_reason !== null)
    if (skipped.length > 0) await updateDeliveries(trx, sender, skipped.map(toSkipped), now)
    return claimed.map(
      ({ skip_reason, ...row }): ClaimedDelivery => ({ ...row, is_skipped: skip_reason !== null }),
    )
  })
}

/**
 * Makes PostgreSQL use its indexes: a cached plan, perhaps of a time when the tables were small, would read and sort all
 * deliveries that are pending, and read the whole table for those it updates. Returns the drops to look into, null where
 * the table is not partitioned.
 */
async function setPlanner(trx: Transaction): Promise<Range | null> {
  const { rows } = await sql<Range & { isPartitioned: boolean }>`/* PostgreSQL alone */
    select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
      (select min(id) from drops where delivery_counts is null) as oldest,
      (select max(id) from drops) as newest,
      (select relkind = 'p' from pg_class where oid = 'drop_notifications'::regclass) as "isPartitioned"`.execute(
    trx,
  )
  return rows[0]?.isPartitioned ? rows[0] : null
}

const toSkipped = (delivery: Checked): MailUpdate => ({
  ...delivery,
  status: 'skipped',
  next_attempt_at: null,
  last_error: delivery.skip_reason,
})

type ClaimRequest = {
  sender: string
  limit: number
  now: Date
  excludeIds: number[]
  /** Keeps PostgreSQL from looking into partitions of other drops. On one table it would choose a worse index. */
  within: Range | null
}

/** The first drop that has not ended, and the last one. */
type Range = { oldest: number | null; newest: number | null }

async function claim(trx: Transaction, { sender, limit, now, excludeIds, within }: ClaimRequest) {
  // Constant limits make PostgreSQL expect few rows.
  const most = sql.lit(limit)
  const quarter = sql.lit(Math.ceil(limit / 4))
  const isWithin = within
    ? sql`n.drop_id between ${within.oldest}::int and ${within.newest}::int`
    : sql`true`
  const isUnclaimed = sql`${isUnleased} and n.id <> all(${excludeIds}::bigint[])`
  const { rows } = await sql<Checked>`${prepared}
    with recursive running_drops as (
      -- Steps from drop to drop by the index, because each half has a limit of 1.
      (select n.drop_id from drop_notifications n
        where ${isUnsent} and ${isWithin} order by n.drop_id limit 1)
      union all
      select (select n.drop_id from drop_notifications n
        where ${isUnsent} and ${isWithin} and n.drop_id > running_drops.drop_id order by n.drop_id limit 1)
      from running_drops where running_drops.drop_id is not null
    ), drop_shares as materialized (
      select drop_id, ceil(${most}::numeric / count(*) over ())::int as share
      from running_drops where drop_id is not null order by random() limit ${most}
    ), due as materialized (
      select n.id, n.follow_id, n.drop_id from drop_notifications n
      -- The deliveries in weekly mails wait as 'pending' without a time, so none of them is here.
      where n.status in ('retry', 'unknown') and n.next_attempt_at is not null
        and n.next_attempt_at <= ${now} and ${isUnclaimed} and ${isWithin}
      order by n.next_attempt_at limit ${quarter}
      for update of n skip locked
    ), fresh as materialized (
      select taken.* from drop_shares cross join lateral (
        select * from (
          select n.id, n.follow_id, n.drop_id from drop_notifications n
          where n.drop_id = drop_shares.drop_id and ${isUnsent} and ${isUnclaimed} and ${isWithin}
          order by n.id limit drop_shares.share
          for update of n skip locked
          -- The planner does not know the value of a share.
        ) share limit ${most}
      ) taken
    ), claimable as materialized (
      select * from (
        select * from due union all select * from fresh
      ) found
      where not exists (select from mail_flow where paused_at is not null)
      -- Random order, so that not every trial of the mail server is made with the same recipient.
      order by random() limit ${most}
    ), checked as materialized (
      select claimable.id, drop_id, decision.skip_reason
      from claimable
      cross join lateral delivery_decision(claimable.drop_id, claimable.follow_id, ${now}) decision
    )
    update drop_notifications n set leased_until = ${leaseEnd}, leased_by = ${sender}::uuid,
      status = ${claimedStatus}, last_error = ${claimedError},
      -- One that is unknown and has no time has ended.
      next_attempt_at = case when status = 'sending' then ${now}::timestamptz else next_attempt_at end
    -- The array makes PostgreSQL look the rows up by key.
    from checked where checked.id = n.id and n.id = any(array(select id from claimable))
      and n.drop_id = checked.drop_id and ${isWithin}
    returning 'drop' as kind, n.id, n.drop_id, n.follow_id, n.status as claimed_status, n.attempts, n.next_attempt_at,
      skip_reason
  `.execute(trx)
  return rows
}

/** The predicate of the index `drop_notifications_running`. */
const isUnsent = sql`n.status in ('pending', 'sending') and n.weekly_mail_id is null`
