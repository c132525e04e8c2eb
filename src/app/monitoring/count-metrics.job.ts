import { sql } from 'kysely'
import { countWaiting, type WaitingMails } from '../../delivery/mail-controls.ts'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'

type Count<Labels extends string> = Record<Labels, string> & { count: number }

/** What `metric_counts.counts` holds; states without rows are absent. */
export type MetricCounts = {
  deliveries: Count<'state'>[]
  waiting: WaitingMails
  undelivered: Count<'state'>[]
  suppressed: Count<'reason'>[]
  jobs: Count<'job' | 'state'>[]
}

const week = 7 * 24 * 60 * 60 * 1000

/** Once a minute in one process, so that a scrape reads one row, however many processes are scraped. */
export const countMetrics = defineJob({
  name: 'count-metrics',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '* * * * *',
  runAtStart: true,
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>) {
    const now = clock.now()
    const counts: MetricCounts = {
      deliveries: await countOpen(db),
      waiting: await countWaiting(db),
      undelivered: await countUndelivered(db, new Date(now.getTime() - week)),
      suppressed: await countSuppressed(db),
      jobs: await countJobs(db),
    }
    const row = { counts: JSON.stringify(counts), counted_at: now }
    await db
      .insertInto('metric_counts')
      .values(row)
      .onConflict(on => on.column('id').doUpdateSet(row))
      .execute()
  },
})

async function countOpen(db: Database) {
  const { rows } = await sql<Count<'state'>>`
    select status as state, count(*) as count from drop_notifications
    where status in ('pending', 'sending') group by 1
    union all
    select status, count(*) from drop_notifications
    where status in ('retry', 'unknown') and next_attempt_at is not null group by 1`.execute(db)
  return rows
}

/** Of new drops only, because the others are many. */
async function countUndelivered(db: Database, since: Date) {
  const { rows } = await sql<Count<'state'>>`
    select n.status as state, count(*) as count
    from drops join drop_notifications n on n.drop_id = drops.id
    where drops.created_at > ${since} and n.status in ('failed', 'skipped', 'unknown')
    group by 1`.execute(db)
  return rows
}

async function countSuppressed(db: Database) {
  const { rows } = await sql<Count<'reason'>>`
    select reason, count(*) as count from suppressed_addresses group by 1`.execute(db)
  return rows
}

async function countJobs(db: Database) {
  const { rows } = await sql<Count<'job' | 'state'>>`
    select name as job, state::text as state, count(*) as count from pgboss.job
    where state in ('created', 'retry', 'active') group by 1, 2`.execute(db)
  return rows
}
