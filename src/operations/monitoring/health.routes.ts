import { setTimeout as wait } from 'node:timers/promises'
import { missingFrom } from '../../platform/database/schema/read-schema.ts'
import type { OpenDatabase } from '../../platform/database.ts'
import type { App } from '../../platform/http/http.ts'
import { version } from '../version.ts'

/** Milliseconds. */
const databaseTimeout = 3_000
/** The sender looks for work every second; a statement that waits for the database ends before this. */
const senderTimeout = 60_000

type Checked = Pick<OpenDatabase, 'jobs' | 'isFull'> & {
  isDraining(): boolean
  /** Milliseconds since the sender last finished a step; null where this process sends no drop mail. */
  senderIdleMs(): number | null
}

/** Why a process cannot do its work, in words for the operator; null when it can. */
export type ReadinessCheck = () => Promise<string | null>

export function createReadinessCheck({
  jobs,
  isFull,
  isDraining,
  senderIdleMs,
}: Checked): ReadinessCheck {
  return async () => {
    if (isDraining()) return 'The process is stopping.'
    if (isFull()) return 'The disk of DATA_DIR is full.'
    const database = await Promise.race([
      readDatabase(jobs).catch(() => null),
      wait(databaseTimeout, null),
    ])
    if (database === null) return 'The database does not answer.'
    if (database.isReadOnly) return 'The database takes no writes.'
    const missing = missingFrom(database.migrations)
    if (missing.length > 0) return `The schema of the database lacks ${missing.join(', ')}.`
    if ((senderIdleMs() ?? 0) > senderTimeout) return 'The sender of drop mail has stalled.'
    return null
  }
}

type ReadDatabase = { isReadOnly: boolean; migrations: { name: string }[] }

/** Asks by the connections of the job queue: those of requests may all wait for a table that a migration has locked. */
async function readDatabase(jobs: OpenDatabase['jobs']): Promise<ReadDatabase | null> {
  const { rows } = await jobs.executeSql(`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
      (select coalesce(json_agg(json_build_object('name', name)), '[]') from kysely_migration) as migrations`)
  return rows[0] ?? null
}

/** `/livez`: the process runs, in which release. `/readyz`, and `/healthz` for older load balancers: it can do its work. */
export function healthRoutes(app: App, findProblem: ReadinessCheck) {
  app.get('/livez', c => c.text(`ok ${version}`))
  for (const path of ['/readyz', '/healthz']) {
    app.get(path, async c => {
      const problem = await findProblem()
      c.header('Cache-Control', 'no-store')
      if (problem === null) return c.text('ok')
      c.header('Retry-After', '5')
      return c.text(problem, 503)
    })
  }
}
