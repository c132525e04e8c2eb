import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { missingMigrations } from '../../platform/database/migrate.ts'
import type { OpenDatabase } from '../../platform/database.ts'
import type { App } from '../../platform/http/http.ts'
import { version } from '../version.ts'

/** Milliseconds. */
const databaseTimeout = 3_000
/** The sender looks for work every second; a statement that waits for the database ends before this. */
const senderTimeout = 60_000

type Checked = Pick<Context, 'db'> &
  Pick<OpenDatabase, 'isFull'> & {
    isDraining(): boolean
    /** Milliseconds since the sender last finished a step; null where this process sends no drop mail. */
    senderIdleMs(): number | null
  }

/** Why a process cannot do its work, in words for the operator; null when it can. */
export type ReadinessCheck = () => Promise<string | null>

export function createReadinessCheck({
  db,
  isFull,
  isDraining,
  senderIdleMs,
}: Checked): ReadinessCheck {
  return async () => {
    if (isDraining()) return 'The process is stopping.'
    if (isFull()) return 'The disk of DATA_DIR is full.'
    const missing = await Promise.race([
      missingMigrations(db).catch(() => null),
      wait(databaseTimeout, null),
    ])
    if (missing === null) return 'The database does not answer.'
    if (missing.length > 0) return `The schema of the database lacks ${missing.join(', ')}.`
    if ((senderIdleMs() ?? 0) > senderTimeout) return 'The sender of drop mail has stalled.'
    return null
  }
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
