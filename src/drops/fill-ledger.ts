import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/**
 * Follows looked at in one statement: the first mail leaves when the first is done, and meanwhile the
 * embedded database answers nobody else (30 ms).
 */
const rangeSize = 1_000

/**
 * Gives every follower of the moment of the drop a row in its ledger. Running it again adds what is
 * missing. `more` is called whenever there are new rows to send.
 */
export async function fillLedger(
  db: Database,
  dropId: number,
  { now, more, signal }: { now(): Date; more(): void; signal: AbortSignal },
) {
  let after: number | null = 0
  while (after !== null) {
    signal.throwIfAborted()
    after = await fillRange(db, dropId, after)
    more()
    // Where the database answers within the process, nothing else would have its turn until the last range.
    await setImmediate()
  }
  await db
    .updateTable('drops')
    .set({ ledger_filled_at: now() })
    .where('id', '=', dropId)
    .where('ledger_filled_at', 'is', null)
    .execute()
}

/** Ids of drops that not everybody is written down for, the oldest first. */
export async function findUnfilled(db: Database): Promise<number[]> {
  const drops = await db
    .selectFrom('drops')
    .select('id')
    .where('ledger_filled_at', 'is', null)
    .orderBy('id')
    .execute()
  return drops.map(({ id }) => id)
}

/** Answers where the range ended, or null after the last. Who left since the drop has a row too, to be skipped. */
async function fillRange(db: Database, dropId: number, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null; seen: number }>`
    with looked_at as materialized (
      select f.id, d.id as drop_id, d.stopped_at is not null as is_stopped,
        f.verified and f.merged_into is null
          and (not f.unsubscribed or f.unsubscribed_date > d.created_at)
          and coalesce(f.last_subscription_date, f.created_at) <= d.created_at as is_audience
      from drops d cross join lateral (
        select * from radr_follows
        where radr_user_id = d.user_id and id > ${after} order by id limit ${sql.lit(rangeSize)}
      ) f
      where d.id = ${dropId}
    ), filled as (
      insert into drop_notifications (drop_id, follow_id, status, last_error)
      select drop_id, id, case when is_stopped then 'skipped' else 'pending' end,
        case when is_stopped then 'stopped' end
      from looked_at where is_audience order by id
      on conflict (drop_id, follow_id) do nothing
    )
    select max(id) as last, count(*) as seen from looked_at
  `.execute(db)
  const range = rows[0]
  return range && range.seen === rangeSize ? range.last : null
}
