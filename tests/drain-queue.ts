import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Waits until every job of a kind that was ordered so far is over, so that a mail that is not there will not come. */
export async function jobsAreDone({ context }: TestApp, name: string) {
  const open = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pgboss.job
      where name = ${name} and state in ('created', 'active', 'retry')`.execute(context.db)
    return rows[0]?.open
  }
  await expect.poll(open, { timeout: 10_000 }).toBe(0)
}
