import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waitingTransactions } from '../../../tests/database/waiting-transactions.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { day, openTestApp, runJob } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { purgeUnconfirmed } from './purge-unconfirmed.job.ts'

const app = await openTestApp()
const { db } = app.context

const pausedAt = 1
const email = 'ann@fans.test'

/** Runs a statement's trigger only when the test lets it, so that two transactions meet there. */
async function pauseAt(event: string, table: string) {
  await sql`create function pause() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${sql.lit(pausedAt)});
      return coalesce(new, old);
    end $$`.execute(db)
  await sql
    .raw(`create trigger pause ${event} on ${table} for each row execute function pause()`)
    .execute(db)
}

const countWaiting = () => waitingTransactions(db)

/** Starts `first` until it pauses, and `second` until it ends or waits; then lets both go on. */
async function meet(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  await db.connection().execute(async connection => {
    await sql`select pg_advisory_lock(${sql.lit(pausedAt)})`.execute(connection)
    const one = first()
    await expect.poll(countWaiting).toBe(1)
    const other = second()
    await Promise.race([other, expect.poll(countWaiting).toBe(2)])
    await sql`select pg_advisory_unlock(${sql.lit(pausedAt)})`.execute(connection)
    await Promise.all([one, other])
  })
  await sql`drop function pause() cascade`.execute(db)
}

/** An email that requested to follow once and never confirmed, so that it is about to be deleted. */
async function leaveSubscriber() {
  const star = await app.member()
  await request(star.username)
  await db.deleteFrom('radr_follows').execute()
  app.mailbox.clear()
  app.pass(8 * day)
}

async function request(username: string) {
  const path = `/api/users/${username}/followers`
  expect((await app.visitor().call('POST', path, { email })).status).toBe(202)
}

const purge = () => runJob(purgeUnconfirmed, app.context, {})

/** The request was not lost: its mail arrives and its link confirms the follow. */
async function expectConfirmable(username: string) {
  const token = await mailedToken(app, email, '/follow/confirm', { words: username })
  const confirmed = await app.visitor().call('POST', '/api/follows/confirm', { token })
  expect(confirmed).toMatchObject({ status: 200, body: { username } })
}

const asking = (username: string) => () => request(username)

test.runIf(onPostgres).each([
  ['is about to be deleted', 'after insert', 'radr_follows', asking, () => purge],
  ['is being deleted', 'before delete', 'follower_registry', () => purge, asking],
])('A request to follow is not lost while its email %s', async (_, event, table, first, second) => {
  await leaveSubscriber()
  const { username } = await app.member()
  await pauseAt(event, table)
  await meet(first(username), second(username))
  await expectConfirmable(username)
})
