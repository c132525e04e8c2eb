import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, Registry } from 'prom-client'
import { readMailFlow } from '../../mail/mail-flow.queries.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { failureOf } from '../../platform/errors.ts'
import type { MetricCounts } from './count-metrics.job.ts'

/** Milliseconds that a scrape waits for the database: Prometheus gives up after ten seconds. */
const databaseTimeout = 3_000

/**
 * Metrics that all processes on the database share. Rows are counted by `countMetrics`; a scrape reads three rows.
 * While the database does not answer, there is only `radr_database_up`.
 */
export function openDatabaseMetrics(db: Database, clock: Clock): () => Promise<string> {
  const registry = new Registry()
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
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
  const age = gauge(
    'radr_counts_age_seconds',
    'Seconds since deliveries, jobs and suppressed addresses were counted, which happens every minute.',
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

  return async () => {
    const inDatabase = await Promise.race([
      read().catch(withoutOutage),
      wait(databaseTimeout, null),
    ])
    up.set(inDatabase === null ? 0 : 1)
    return `${await reachable.metrics()}\n${inDatabase ?? ''}`
  }

  async function read(): Promise<string> {
    const last = await db.selectFrom('metric_counts').selectAll().executeTakeFirst()
    if (last) setCounts(last.counts as MetricCounts)
    // A worker counts when it starts: without counts none has run.
    age.set(last ? secondsSince(last.counted_at) : Number.POSITIVE_INFINITY)
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

  function setCounts(counts: MetricCounts) {
    setStates(deliveries, counts.deliveries, ['pending', 'sending', 'retry', 'unknown'])
    setStates(undelivered, counts.undelivered, ['failed', 'skipped', 'unknown'])
    waiting.set({ kind: 'drop' }, counts.waiting.drops)
    waiting.set({ kind: 'weekly' }, counts.waiting.weekly)
    waiting.set({ kind: 'account' }, counts.waiting.account)
    suppressed.reset()
    for (const { reason, count } of counts.suppressed) suppressed.set({ reason }, count)
    jobs.reset()
    for (const { job, state, count } of counts.jobs) jobs.set({ job, state }, count)
  }
}

function withoutOutage(error: unknown): null {
  if (failureOf(error)?.code === 'database_unavailable') return null
  throw error
}

/** States without rows are zero, not absent. */
function setStates(
  gauge: Gauge<'state'>,
  rows: { state: string; count: number }[],
  states: string[],
) {
  for (const state of states)
    gauge.set({ state }, rows.find(row => row.state === state)?.count ?? 0)
}
