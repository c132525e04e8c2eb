import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/**
 * Runs every ordered job of a kind, also those that wait for a retry or a later time, until none is
 * left: a mail that has not come by then will not come.
 */
export async function jobsAreDone({ context: { db } }: TestApp, name: string) {
  const unfinished = async () => {
    await sql`
      update pgboss.job set start_after = now()
      where name = ${name} and state in ('created', 'retry') and start_after > now()`.execute(db)
    // As pg-boss itself does for a new job; otherwise a worker looks again after five seconds.
    await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), ${name})`.execute(
      db,
    )
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pgboss.job
      where name = ${name} and state in ('created', 'active', 'retry')`.execute(db)
    return rows[0]?.count
  }
  await expect.poll(unfinished, { timeout: 10_000, interval: 20 }).toBe(0)
}
