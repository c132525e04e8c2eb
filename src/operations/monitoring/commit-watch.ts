import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log/log.ts'

/** Milliseconds. */
const interval = 5_000

/** Seconds for which the oldest commit in this database has waited for a synchronous replica; 0 without one. */
export const commitWaitSeconds = sql<number>`(
  select coalesce(max(extract(epoch from clock_timestamp() - state_change)), 0)::float8
  from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep')`

/**
 * Logs every five seconds that commits wait for a synchronous replica, which no timeout of PostgreSQL ends. Begun
 * before the first statement of a start, because that may wait as well.
 */
export function watchCommits(db: Database, log: Log) {
  const timer = setInterval(() => void report(), interval)
  timer.unref()
  let isReading = false

  async function report() {
    if (isReading) return
    isReading = true
    try {
      const { rows } = await sql<{
        seconds: number
      }>`select ${commitWaitSeconds} as seconds`.execute(db)
      const seconds = Math.round(rows[0]?.seconds ?? 0)
      if (seconds * 1000 >= interval)
        log.error(
          { seconds },
          'commits wait for a synchronous replica: nothing can be saved until it is back, or synchronous_standby_names is changed',
        )
    } catch (error) {
      log.error({ err: error }, 'it is not known whether commits wait for a replica')
    } finally {
      isReading = false
    }
  }

  return { stop: () => clearInterval(timer) }
}
