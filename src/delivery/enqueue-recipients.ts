import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { batchSize } from '../platform/database/batches.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { isUnconfirmedAccount, limitUnconfirmed } from './unconfirmed-recipients.ts'

export type DeliveryContext = Pick<Context, 'db' | 'clock' | 'config' | 'linkKey' | 'log'> & {
  notifySender(): void
}

/** Adds a delivery for everybody who followed when the drop was made, and notifies the sender after each statement. */
export async function enqueueRecipients(
  context: DeliveryContext,
  dropId: number,
  signal: AbortSignal,
) {
  const { db, clock, config, log, notifySender } = context
  // The second pass is for merges between two ranges: follow 5 of an account began after the drop, so its range left it out;
  // follow 9000 of the same person's email began before it. `replaceDuplicates` (merge-email-follows.ts) deletes
  // 9000, and gives 5 its date.
  for (const isMerged of [false, true]) {
    let after: number | null = 0
    while (after !== null) {
      signal.throwIfAborted()
      after = await enqueueRange(context, { dropId, after, isMerged })
      notifySender()
    }
  }
  if (config.databaseUrl && config.databaseEngine === 'postgres')
    await replanWhenOutgrown(db, dropId)
  await db
    .updateTable('drops')
    .set({ enqueued_at: clock.now() })
    .where('id', '=', dropId)
    .where('enqueued_at', 'is', null)
    .execute()
  // The line has the id of the request that made the drop; the log lines of senders have the id of the drop.
  log.info({ drop: dropId }, 'all recipients of a drop are enqueued')
}

/**
 * Plans that were made for few deliveries would read all of them until autovacuum runs; analyzing makes PostgreSQL
 * plan again. A partitioned table is as large as the partition that has the drop.
 */
async function replanWhenOutgrown(db: Database, dropId: number) {
  const { rows } = await sql<{ outgrown: string }>`/* PostgreSQL alone */
    select oid::regclass::text as outgrown from pg_class
    where oid = (select tableoid from drop_notifications where drop_id = ${dropId} limit 1)
      and 2 * relpages * current_setting('block_size')::bigint < pg_relation_size(oid)`.execute(db)
  if (rows[0]) await sql`analyze ${sql.raw(rows[0].outgrown)}`.execute(db)
}

/** Follows of the drop's member with an id above `after`: all, or those that a merge has kept (`follow_aliases.follow_id`). */
type Range = { dropId: number; after: number; isMerged: boolean }

/** Returns the last id of the range, or null after the last range. Those who unsubscribed since the drop are included, as skipped. */
async function enqueueRange(context: DeliveryContext, range: Range): Promise<number | null> {
  return context.db.transaction().execute(async trx => {
    const now = context.clock.now()
    const { unconfirmed, count, last } = await insertRange(trx, range, now)
    await limitUnconfirmed(context, trx, range.dropId, unconfirmed, now)
    return count === batchSize ? last : null
  })
}

type Enqueued = {
  last: number | null
  count: number
  /** Ids of new deliveries to accounts that have not confirmed their email. */
  unconfirmed: number[]
}

async function insertRange(
  trx: Transaction,
  { dropId, after, isMerged }: Range,
  now: Date,
): Promise<Enqueued> {
  const { rows } = await sql<Enqueued>`
    with candidates as materialized (
      select f.id, f.registry_id, d.id as drop_id,
        -- Null unless the subscriber chose one mail a week: the function is strict, and the zone then null.
        next_digest_at(d.created_at, (
          select digest_time_zone from follower_registry where id = f.registry_id
        )) as weekly_at,
        -- Who left since the drop is listed as skipped; who was removed or blocked is no part of the audience.
        (f.state = 'following' or (f.state = 'left' and f.unsubscribed_date > d.created_at))
          -- Who followed after the drop is left out. A follow cannot begin in the future: by another clock it began before the drop.
          and (f.followed_at <= d.created_at or f.followed_at > ${now}) as is_audience
      from drops d cross join lateral (
        -- Rows are compared so that no index other than radr_follows_of_member has the order.
        select *, coalesce(last_subscription_date, created_at) as followed_at from radr_follows
        where (radr_user_id, id) > (d.user_id, ${after}) and radr_user_id <= d.user_id
          and ${isMerged ? sql`id in (select follow_id from follow_aliases)` : sql`true`}
        order by radr_user_id, id limit ${sql.lit(batchSize)}
      ) f
      -- Deliveries of old drops are deleted; without this check a repeated job would send them again.
      where d.id = ${dropId} and d.enqueued_at is null
    ), audience as materialized (
      select candidates.*, decision.skip_reason from candidates
      cross join lateral delivery_decision(drop_id, id, ${now}) decision
      where is_audience
    ), weekly as (
      insert into mails (kind, subscriber_id, requested_at, due_at)
      select 'weekly-mail', registry_id, ${now}, weekly_at from audience
      where skip_reason is null and weekly_at is not null order by registry_id
      -- A range that is repeated can add a mail without deliveries, which is skipped when it is composed.
      -- Locks the mail: its first attempt comes after this transaction and has these deliveries, or before it; then the mail
      -- is not pending any more, and they go into the next one.
      on conflict (subscriber_id) where kind = 'weekly-mail' and status = 'pending'
        do update set due_at = mails.due_at
      returning id, subscriber_id
    ), enqueued as (
      insert into drop_notifications (drop_id, follow_id, status, last_error, weekly_mail_id)
      select drop_id, audience.id, case when skip_reason is null then 'pending' else 'skipped' end,
        skip_reason::text, weekly.id
      from audience left join weekly on subscriber_id = registry_id and skip_reason is null
      order by audience.id
      on conflict (drop_id, follow_id) do nothing
      returning id, follow_id, status
    )
    select max(id) as last, count(*) as count, (
      select coalesce(jsonb_agg(enqueued.id), '[]')
      from enqueued join candidates on candidates.id = enqueued.follow_id
      join follower_registry r on r.id = candidates.registry_id
      where enqueued.status <> 'skipped' and ${isUnconfirmedAccount(sql`r`)}
    ) as unconfirmed
    from candidates
  `.execute(trx)
  if (!rows[0]) throw new Error('A statement that counts returned no row')
  return rows[0]
}
