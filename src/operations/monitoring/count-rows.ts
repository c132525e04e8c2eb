import { type RawBuilder, sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/states.shared.ts'
import { countMailsWaiting } from '../../mail/mails.queries.ts'
import type { Database } from '../../platform/database.ts'

type Count<Label extends string> = Record<Label, string> & { count: number }

/** Deliveries that are counted one by one. The number of more is what PostgreSQL's statistics estimate. */
const maxCounted = 10_000

/** The values of the gauges of rows; those of `radr_undelivered` are about drops after `since`. */
export async function countRows(db: Database, since: Date, max = maxCounted) {
  // Each counts in the order of an index, because PostgreSQL would read the table for many rows.
  const [open, due, undelivered, suppressed, jobs, weekly, account] = await Promise.all([
    countStates(
      ['pending', 'sending'],
      isOne => sql`
      from drop_notifications n where ${isOne} and weekly_mail_id is null
      order by drop_id desc, id desc`,
    ),
    countStates(
      ['retry', 'unknown'],
      isOne => sql`
      from drop_notifications n where ${isOne} and next_attempt_at is not null
      order by next_attempt_at`,
    ),
    countStates(
      ['failed', 'skipped', 'unknown'],
      isOne => sql`
      from drops join drop_notifications n on drop_id = drops.id
      where drops.created_at > ${since} and ${isOne} order by drop_id desc, n.id desc`,
    ),
    sql<Count<'reason'>>`
      select reason, count(*) as count from suppressed_addresses
      where until is null or until > now() group by 1`.execute(db),
    // Jobs that wait are counted by an index of pg-boss. Its workers count those that run every 10 s.
    sql<Count<'job' | 'state'>>`
      select name as job, state::text as state, count(*) as count from pgboss.job
      where state in ('created', 'retry') and not blocked group by 1, 2
      union all
      select name, 'active', active_count from pgboss.queue where active_count > 0`.execute(db),
    countMailsWaiting(db, 'weekly'),
    countMailsWaiting(db, 'account'),
  ])
  return {
    radr_deliveries: [...open, ...due],
    radr_undelivered: undelivered,
    radr_suppressed_addresses: suppressed.rows,
    radr_queue_jobs: jobs.rows,
    radr_mails_waiting: [
      { kind: 'drop', count: sum(open) },
      { kind: 'weekly', count: weekly },
      { kind: 'account', count: account },
    ],
  }

  async function countStates(
    states: DeliveryStatus[],
    from: (isOne: RawBuilder<unknown>) => RawBuilder<unknown>,
  ): Promise<Count<'state'>[]> {
    // Literals, which partial indexes need.
    const rowsIn = (some: DeliveryStatus[]) => sql`
      select status as state ${from(sql`status in (${sql.join(some.map(state => sql.lit(state)))})`)}`
    const { rows } = await sql<Count<'state'>>`
      select state, count(*) as count from (${rowsIn(states)} limit ${max}) counted group by 1`.execute(
      db,
    )
    const counts = states.map(async state => {
      const counted = rows.find(row => row.state === state)?.count ?? 0
      return { state, count: sum(rows) < max ? counted : await estimate(db, rowsIn([state])) }
    })
    return Promise.all(counts)
  }
}

async function estimate(db: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${query}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
