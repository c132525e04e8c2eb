import { sql } from 'kysely'
import { expect } from 'vitest'
import { drainQueue } from './drain-queue.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs a finished job of a member or follow once more, as the queue does for a worker that was killed
 * after the job's work and before its end.
 */
export async function rerunJob(
  app: TestApp,
  name: string,
  about: { userId: number } | { followId: number },
  which: 'first' | 'last' = 'last',
) {
  const { db } = app.context
  const order = which === 'last' ? sql`desc` : sql`asc`
  const { rows } = await sql`
    update pgboss.job set state = 'retry', completed_on = null, start_after = now()
    where name = ${name} and id = (
      select id from pgboss.job where name = ${name} and data @> ${JSON.stringify(about)}::jsonb
      order by created_on ${order} limit 1)
    returning id`.execute(db)
  expect(rows).toHaveLength(1)
  await drainQueue(app, name)
}
