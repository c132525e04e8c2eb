import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database, Transaction } from '../../src/platform/database.ts'

/** How many transactions wait for a lock; on PostgreSQL alone. */
export async function waitingTransactions(db: Database): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

type Step = (trx: Transaction) => Promise<unknown>

/** Acts while a transaction has a lock, which ends after `last` once the action waits for it; returns what the action gives. */
export async function actWhileLocked<T>(
  db: Database,
  { lock, act, last }: { lock: Step; act: () => Promise<T>; last?: Step },
): Promise<T> {
  const [acting] = await db.transaction().execute(async trx => {
    await lock(trx)
    const acting = act()
    await expect.poll(() => waitingTransactions(db)).toBe(1)
    await last?.(trx)
    // A list keeps it from being awaited before this transaction has ended.
    return [acting] as const
  })
  return acting
}
