import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import { readMailFlow } from '../../mail/mail-flow.queries.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { failureOf } from '../../platform/errors.ts'
import { countRows } from './count-rows.ts'

/** Milliseconds that a scrape waits for the database: Prometheus gives up after ten seconds. */
const databaseTimeout = 3_000

/** Seconds that counted rows are kept for the next scrapes. */
const countsAge = 10

const weekMs = 7 * 24 * 60 * 60 * 1000

/**
 * Metrics that all processes on the database share.
 * While the database does not answer, there is only `radr_database_up`.
 */
export function openDatabaseMetrics(db: Database, clock: Clock): () => Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const deliveries = gauge(
    'radr_deliveries',
    'Deliveries that are not finished, by state; `unknown` are those to be tried once more.',
    'state',
  )
  const undelivered = gauge(
    'radr_undelivered',
    'Recipients of the drops of the last seven days who may not have received one, by state.',
    'state',
  )
  const jobs = gauge('radr_queue_jobs', 'Jobs that wait or run, by name and state.', 'job', 'state')
  const suppressed = gauge(
    'radr_suppressed_addresses',
    'Addresses that get no drop mail, by reason.',
    'reason',
  )
  const workerAge = gauge(
    'radr_worker_age_seconds',
    'Seconds since a worker looked for scheduled jobs, which happens every half minute.',
  )
  const backupAge = gauge(
    'radr_backup_age_seconds',
    'Seconds since the last backup was made, or since the database was created.',
  )
  const waiting = gauge('radr_mails_waiting', 'Mails that are to be sent now, by kind.', 'kind')
  const circuitOpen = gauge(
    'radr_mail_circuit_open',
    'Whether no mail is sent because the mail server is away or refuses us.',
  )
  const failing = gauge(
    'radr_mail_failing_seconds',
    'Seconds since the mail server takes no mail; 0 while it does.',
  )
  const paused = gauge('radr_mail_paused', 'Whether the operator paused all mail.')

  const reachable = new Registry()
  const up = new Gauge({
    name: 'radr_database_up',
    help: 'Whether the database answers; without it there are no other metrics of the database.',
    registers: [reachable],
  })

  let countedAt: Date | null = null

  return async () => {
    const inDatabase = await Promise.race([
      read().catch(withoutOutage),
      wait(databaseTimeout, null),
    ])
    up.set(inDatabase === null ? 0 : 1)
    return `${await reachable.metrics()}\n${inDatabase ?? ''}`
  }

  async function read(): Promise<string> {
    // Absolute, because the clock may be set back.
    if (!countedAt || Math.abs(secondsSince(countedAt)) >= countsAge) await count()
    const { rows } = await sql<{ age: number | null }>`
      select extract(epoch from now() - cron_on)::float8 as age from pgboss.version`.execute(db)
    workerAge.set(rows[0]?.age ?? Number.POSITIVE_INFINITY)
    const { made_at } = await db
      .selectFrom('last_backup')
      .select('made_at')
      .executeTakeFirstOrThrow()
    backupAge.set(secondsSince(made_at))
    const { paused_at, failing_since } = await readMailFlow(db)
    paused.set(paused_at ? 1 : 0)
    circuitOpen.set(failing_since ? 1 : 0)
    failing.set(failing_since ? secondsSince(failing_since) : 0)
    return registry.metrics()
  }

  function secondsSince(time: Date) {
    return (clock.now().getTime() - time.getTime()) / 1000
  }

  async function count() {
    const now = clock.now()
    const counts = await countRows(db, new Date(now.getTime() - weekMs))
    setCounts(deliveries, counts.deliveries)
    setCounts(undelivered, counts.undelivered)
    setCounts(waiting, counts.mails)
    setCounts(suppressed, counts.suppressed)
    setCounts(jobs, counts.jobs)
    countedAt = now
  }
}

function setCounts(gauge: Gauge, counts: { count: number }[]) {
  gauge.reset()
  for (const { count, ...labels } of counts) gauge.set(labels, count)
}

function withoutOutage(error: unknown): null {
  if (failureOf(error)?.code === 'database_unavailable') return null
  throw error
}
