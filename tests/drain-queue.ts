import { sql } from 'kysely'
import { expect } from 'vitest'
import { mailChannel } from '../src/mail/mails.queries.ts'
import { type StoredKind, storedKinds } from '../src/mail/mails.ts'
import type { Database } from '../src/platform/database.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs all jobs of this name, or sends all due mails of this kind, including retries and postponed ones, until none is
 * left, so that a mail that has not arrived by then will not arrive. What is postponed is made due.
 */
export async function drainQueue(app: TestApp, name: string) {
  if (name === 'reset-password') await drainQueue(app, 'request-reset')
  const { db } = app.context
  const countOpen = async () => {
    await makeJobsDue(db, name)
    return isMail(name) ? openMails(app, name) : openJobs(db, name)
  }
  await expect.poll(countOpen).toBe(0)
}

/** Makes postponed jobs or mails of this name due, and has the workers look for them; returns how many. */
export async function makeJobsDue(db: Database, name: string): Promise<number> {
  return isMail(name) ? makeMailsDue(db, name) : makeQueuedDue(db, name)
}

const isMail = (name: string): name is StoredKind => storedKinds.some(kind => kind === name)

/** A weekly mail waits for its Friday. */
async function openMails({ context: { db, clock } }: TestApp, kind: StoredKind) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mails where kind = ${kind} and due_at is not null
      and (status <> 'pending' or due_at <= ${clock.now()})`.execute(db)
  return rows[0]?.count
}

async function makeMailsDue(db: Database, kind: StoredKind) {
  const { rows } = await sql`
    update mails set due_at = now()
    where kind = ${kind} and status in ('retry', 'unknown') and due_at > now() returning id`.execute(
    db,
  )
  await sql`select pg_notify(${mailChannel}, ${kind})`.execute(db)
  return rows.length
}

async function openJobs(db: Database, name: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job
    where name = ${name} and state in ('created', 'active', 'retry')`.execute(db)
  return rows[0]?.count
}

async function makeQueuedDue(db: Database, name: string) {
  // The queue uses the clock of the database.
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
