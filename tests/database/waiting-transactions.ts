import { sql } from 'kysely'
import type { Database } from '../../src/platform/database.ts'

/** How many transactions wait for a lock; on PostgreSQL alone. */
export async function waitingTransactions(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
