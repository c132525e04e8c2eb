import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/platform/database.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs all jobs of this name, including retries and postponed ones, until none is left, so that a mail
 * that has not arrived by then will not arrive. The queue uses the database's clock, so postponed jobs
 * are made due.
 */
export async function drainQueue({ context: { db } }: TestApp, name: string) {
  const countOpen = async () => {
    await makeJobsDue(db, name)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pgboss.job
      where name = ${name} and state in ('created', 'active', 'retry')`.execute(db)
    return rows[0]?.count
  }
  await expect.poll(countOpen).toBe(0)
}

/** Makes postponed jobs of this name due, and has the workers look for them; returns how many. */
export async function makeJobsDue(db: Database, name: string): Promise<number> {
  const { rows } = await sql`
    update pgboss.job set start_after = now()
    where name = ${name} and state in ('created', 'retry') and start_after > now() returning id`.execute(
    db,
  )
  // The notification of pg-boss for a new job; without one, workers poll every five seconds.
  await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), ${name})`.execute(
    db,
  )
  return rows.length
}
