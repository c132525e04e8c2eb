import { type RawBuilder, sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/delivery-states.ts'
import { accountMails, weeklyMail } from '../../mail/mail-limits.ts'
import type { Database } from '../../platform/database.ts'

type Count<Labels extends string> = Record<Labels, string> & { count: number }

/** Rows of a kind that are counted one by one. The number of more is what PostgreSQL's statistics estimate. */
const maxCounted = 10_000

/** Deliveries in some states. By the order of an index, because PostgreSQL would read the table for many. */
type Deliveries = {
  states: readonly DeliveryStatus[]
  in: (states: RawBuilder<unknown>) => RawBuilder<unknown>
  order: RawBuilder<unknown>
}

const newestFirst = sql`drop_id desc, drop_notifications.id desc`

const open: Deliveries = {
  states: ['pending', 'sending'],
  in: states => sql`from drop_notifications where status in (${states})`,
  order: newestFirst,
}

const due: Deliveries = {
  states: ['retry', 'unknown'],
  in: states =>
    sql`from drop_notifications where status in (${states}) and next_attempt_at is not null`,
  order: sql`next_attempt_at`,
}

const missedAfter = (since: Date): Deliveries => ({
  states: ['failed', 'skipped', 'unknown'],
  in: states => sql`from drops join drop_notifications on drop_id = drops.id
    where drops.created_at > ${since} and status in (${states})`,
  order: newestFirst,
})

/** What `/metrics` says about rows; `undelivered` are those of drops after `since`. */
export async function countRows(db: Database, since: Date, max = maxCounted) {
  const [waiting, later, undelivered, suppressed, jobs] = await Promise.all([
    countStates(db, open, max),
    countStates(db, due, max),
    countStates(db, missedAfter(since), max),
    countSuppressed(db),
    countJobs(db),
  ])
  const countOf = (names: readonly string[]) => sum(jobs.filter(({ job }) => names.includes(job)))
  return {
    deliveries: [...waiting, ...later],
    undelivered,
    suppressed,
    jobs,
    mails: [
      { kind: 'drop', count: sum(waiting) },
      { kind: 'weekly', count: countOf([weeklyMail]) },
      { kind: 'account', count: countOf(accountMails) },
    ],
  }
}

/** The states are literals, which partial indexes need. */
async function countStates(
  db: Database,
  { states, order, in: deliveriesIn }: Deliveries,
  max: number,
): Promise<Count<'state'>[]> {
  const all = deliveriesIn(sql.join(states.map(state => sql.lit(state))))
  const { rows } = await sql<Count<'state'>>`
    select status as state, count(*) as count
    from (select status ${all} order by ${order} limit ${max}) as counted group by 1`.execute(db)
  return Promise.all(
    states.map(async state => ({
      state,
      count:
        sum(rows) === max
          ? await estimate(db, deliveriesIn(sql.lit(state)))
          : (rows.find(row => row.state === state)?.count ?? 0),
    })),
  )
}

async function estimate(db: Database, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select status ${matching}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

async function countSuppressed(db: Database) {
  const { rows } = await sql<Count<'reason'>>`
    select reason, count(*) as count from suppressed_addresses group by 1`.execute(db)
  return rows
}

/** Those that wait are counted by an index of pg-boss; without one for those that run, its workers count them every 10 s. */
async function countJobs(db: Database) {
  const { rows } = await sql<Count<'job' | 'state'>>`
    select name as job, state::text as state, count(*) as count from pgboss.job
    where state in ('created', 'retry') and not blocked group by 1, 2
    union all
    select name, 'active', active_count from pgboss.queue where active_count > 0`.execute(db)
  return rows
}

const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
