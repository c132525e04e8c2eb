import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import { readMailFlow } from '../../mail/pausing/mail-flow.queries.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { failureOf } from '../../platform/errors.ts'
import { commitWaitSeconds } from './commit-watch.ts'
import { countRows } from './count-rows.ts'

/** Milliseconds that a scrape waits for the database: Prometheus gives up after ten seconds. */
const databaseTimeout = 3_000

/** Milliseconds that counted rows are kept for the next scrapes. */
const keptMs = 10_000

const weekMs = 7 * 24 * 60 * 60 * 1000

/** The help of each gauge, and its labels. */
const gauges: Record<string, [help: string, ...labels: string[]]> = {
  radr_deliveries: [
    'Deliveries that are not finished, by state; `unknown` are those to be tried once more.',
    'state',
  ],
  radr_undelivered: [
    'Recipients of the drops of the last seven days who may not have received one, by state.',
    'state',
  ],
  radr_commit_waiting_seconds: [
    'Seconds for which the oldest commit has waited for a synchronous replica; 0 without one.',
  ],
  radr_drop_waiting_seconds: [
    'Seconds for which the oldest drop has waited for its deliveries to be added; 0 without one.',
  ],
  radr_queue_jobs: ['Jobs that wait or run, by name and state.', 'job', 'state'],
  radr_suppressed_addresses: ['Addresses that get no drop mail, by reason.', 'reason'],
  radr_mails_waiting: ['Mails that are to be sent now, by kind.', 'kind'],
  radr_worker_age_seconds: [
    'Seconds since a worker looked for scheduled jobs, which happens every half minute.',
  ],
  radr_backup_age_seconds: [
    'Seconds since the last backup was made, or since the database was created.',
  ],
  radr_mail_circuit_open: [
    'Whether no mail is sent because the mail server is away or refuses us.',
  ],
  radr_mail_failing_seconds: ['Seconds since the mail server takes no mail; 0 while it does.'],
  radr_mail_paused: ['Whether the operator paused all mail.'],
}

/**
 * Metrics that all processes on the database share.
 * While the database does not answer, there is only `radr_database_up`.
 */
export function openDatabaseMetrics(db: Database, clock: Clock): () => Promise<string> {
  let counted: { at: Date; rows: Awaited<ReturnType<typeof countRows>> } | null = null

  return async () => {
    const samples = await Promise.race([
      readSamples().catch(withoutOutage),
      wait(databaseTimeout, null),
    ])
    const registry = new Registry()
    new Gauge({
      name: 'radr_database_up',
      help: 'Whether the database answers; without it there are no other metrics of the database.',
      registers: [registry],
    }).set(samples === null ? 0 : 1)
    for (const [name, values] of Object.entries(samples ?? {})) {
      const [help = '', ...labelNames] = gauges[name] ?? []
      const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
      for (const { count, ...labels } of values) gauge.set(labels, count)
    }
    return registry.metrics()
  }

  async function readSamples(): Promise<Record<string, { count: number }[]>> {
    const now = clock.now().getTime()
    const secondsSince = (time: Date) => (now - time.getTime()) / 1000
    if (!counted || now - counted.at.getTime() >= keptMs)
      counted = { at: new Date(now), rows: await countRows(db, new Date(now - weekMs)) }
    const { rows } = await sql<{
      age: number | null
      made_at: Date
      oldest: Date | null
      commit: number
    }>`
      select extract(epoch from now() - cron_on)::float8 as age, made_at,
        (select min(created_at) from drops where enqueued_at is null) as oldest,
        ${commitWaitSeconds} as commit
      from last_backup left join pgboss.version on true`.execute(db)
    const [row] = rows
    const { paused_at, failing_since } = await readMailFlow(db)
    return {
      ...counted.rows,
      radr_worker_age_seconds: [{ count: row?.age ?? Number.POSITIVE_INFINITY }],
      radr_commit_waiting_seconds: [{ count: row?.commit ?? 0 }],
      radr_drop_waiting_seconds: [{ count: row?.oldest ? secondsSince(row.oldest) : 0 }],
      radr_backup_age_seconds: row ? [{ count: secondsSince(row.made_at) }] : [],
      radr_mail_paused: [{ count: paused_at ? 1 : 0 }],
      radr_mail_circuit_open: [{ count: failing_since ? 1 : 0 }],
      radr_mail_failing_seconds: [{ count: failing_since ? secondsSince(failing_since) : 0 }],
    }
  }
}

function withoutOutage(error: unknown): null {
  if (failureOf(error)?.code === 'database_unavailable') return null
  throw error
}
