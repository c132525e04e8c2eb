import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../database.ts'
import { errorCode } from '../../errors.ts'
import type { Log } from '../../log/log.ts'

/** The lock that Kysely's own migrator takes, which earlier releases used. */
const lockId = '3853314791062309107'

/** Statements of others queue behind one that waits for the lock of a table, so it waits no longer than this. */
const lockTimeout = '2s'
/** The SQLSTATE of a statement that waited longer. */
const lockNotAvailable = '55P03'

/** Milliseconds between two attempts, in which those who queued behind the first are served. */
const pause = 1_000
/** Milliseconds. */
const reportInterval = 10_000

class LockedElsewhere extends Error {}

/**
 * Runs `work` in a transaction that no other process runs at the same time. It is repeated for as long as another process
 * migrates, or a table is locked by somebody else; the log says who is waited for. The lock ends with the transaction,
 * because behind a connection pooler a session's lock could not be released, and nobody waits for it inside of a
 * statement, whose snapshot would hold up `create index concurrently`.
 */
export async function withSchemaLock<T>(
  db: Database,
  log: Log,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  let reported = -reportInterval
  for (;;) {
    try {
      return await db.transaction().execute(async trx => {
        await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx)
        const { rows } = await sql<{ taken: boolean }>`
          select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as taken`.execute(trx)
        if (!rows[0]?.taken) throw new LockedElsewhere()
        return work(trx)
      })
    } catch (error) {
      const isLocked = errorCode(error) === lockNotAvailable
      if (!isLocked && !(error instanceof LockedElsewhere)) throw error
      if (performance.now() - reported >= reportInterval) {
        reported = performance.now()
        if (isLocked)
          log.warn({ transactions: await oldTransactions(db) }, 'the migration waits for a table')
        else log.info('another process migrates the database')
      }
      await wait(pause)
    }
  }
}

/** Says every ten seconds that the work goes on, so that a long one does not look like a process that hangs. */
export async function withProgress<T>(log: Log, migration: string, work: () => Promise<T>) {
  const started = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000)
    log.info({ migration, seconds }, 'the migration is still running')
  }, reportInterval)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** The transactions that have run for the longest time, such as a dump: one of them most likely has the lock. */
async function oldTransactions(db: Database) {
  const { rows } = await sql<{ pid: number; user: string; application: string; seconds: number }>`
    select pid, usename as user, application_name as application,
      extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and xact_start < now() - ${sql.lit(lockTimeout)}::interval
    order by xact_start limit 3`.execute(db)
  return rows
}
