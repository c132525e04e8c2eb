import { sql } from 'kysely'
import { expect } from 'vitest'
import type { StoredKind } from '../src/mail/mails.ts'
import { drainQueue } from './drain-queue.ts'
import type { TestApp } from './test-app.ts'

/** Sends a mail about a row once more, as for a worker that was killed after the mail was sent and before that was written. */
export async function resendMail(
  app: TestApp,
  kind: StoredKind,
  subjectId: number,
  which: 'first' | 'last' = 'last',
) {
  const order = which === 'last' ? sql`desc` : sql`asc`
  const { rows } = await sql`
    update mails set status = 'sending', due_at = requested_at
    where id = (
      select id from mails
      where kind = ${kind} and coalesce(user_id, follow_id, subscriber_id) = ${subjectId}
      order by requested_at ${order} limit 1)
    returning id`.execute(app.context.db)
  expect(rows).toHaveLength(1)
  await drainQueue(app, kind)
}
