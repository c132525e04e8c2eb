import { sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import { isPaused } from '../../mail/send-rate-limit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'

/** Metrics that all processes on the database share, in the format of Prometheus. Reads partial indexes and small tables only. */
export function openDatabaseMetrics(db: Database, clock: Clock): () => Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  const deliveries = new Gauge({
    name: 'radr_deliveries',
    help: 'Deliveries that are not finished, by state; `unknown` are those to be tried once more.',
    labelNames: ['state'],
    registers,
  })
  const undelivered = new Gauge({
    name: 'radr_undelivered',
    help: 'Recipients of all drops who may not have received one, by state.',
    labelNames: ['state'],
    registers,
  })
  const sent = new Gauge({
    name: 'radr_drop_mails_sent_last_hour',
    help: 'Drop mails that the mail server accepted in the last hour, for drops of the last two days.',
    registers,
  })
  const jobs = new Gauge({
    name: 'radr_queue_jobs',
    help: 'Jobs that wait or run, by name and state.',
    labelNames: ['job', 'state'],
    registers,
  })
  const suppressed = new Gauge({
    name: 'radr_suppressed_addresses',
    help: 'Addresses that get no drop mail, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const paused = new Gauge({
    name: 'radr_mail_paused',
    help: 'Whether the operator paused all mail.',
    registers,
  })

  return async () => {
    await Promise.all([
      countOpen(db).then(rows =>
        setStates(deliveries, rows, ['pending', 'sending', 'retry', 'unknown']),
      ),
      countUndelivered(db).then(rows =>
        setStates(undelivered, rows, ['failed', 'skipped', 'unknown']),
      ),
      setSuppressed(),
      setJobs(),
      countSent(db, clock.now()).then(count => sent.set(count)),
      isPaused(db).then(on => paused.set(on ? 1 : 0)),
    ])
    return registry.metrics()
  }

  async function setSuppressed() {
    const rows = await db
      .selectFrom('suppressed_addresses')
      .select(({ fn }) => ['reason', fn.countAll<number>().as('count')])
      .groupBy('reason')
      .execute()
    suppressed.reset()
    for (const { reason, count } of rows) suppressed.set({ reason }, count)
  }

  async function setJobs() {
    const { rows } = await sql<{ name: string; state: string; count: number }>`
      select name, state::text as state, count(*) as count from pgboss.job
      where state in ('created', 'retry', 'active') group by 1, 2`.execute(db)
    jobs.reset()
    for (const { name, state, count } of rows) jobs.set({ job: name, state }, count)
  }
}

type Count = { status: string; count: number }

/** States without rows are zero, not absent. */
function setStates(gauge: Gauge<'state'>, rows: Count[], states: string[]) {
  for (const state of states) {
    gauge.set({ state }, rows.find(({ status }) => status === state)?.count ?? 0)
  }
}

async function countOpen(db: Database): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select status, count(*) as count from drop_notifications
    where status in ('pending', 'sending') group by 1
    union all
    select status, count(*) from drop_notifications
    where status in ('retry', 'unknown') and next_attempt_at is not null group by 1`.execute(db)
  return rows
}

async function countUndelivered(db: Database): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select status, count(*) as count from drop_notifications
    where status in ('failed', 'skipped', 'unknown') group by 1`.execute(db)
  return rows
}

async function countSent(db: Database, now: Date): Promise<number> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)
  const { count } = await db
    .selectFrom('drops')
    .innerJoin('drop_notifications', 'drop_id', 'drops.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('drops.created_at', '>', ago(48))
    .where('sent_at', '>', ago(1))
    .executeTakeFirstOrThrow()
  return count
}
