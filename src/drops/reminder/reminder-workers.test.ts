import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { startMailbox } from '../../../tests/mailbox.ts'
import { openKillableWorker } from '../../../tests/processes/killable-worker.ts'
import { spawnWorker, stopWorker } from '../../../tests/processes/worker-processes.ts'
import { onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../../platform/database.ts'

const members = 60
let workers: ChildProcess[] = []
afterEach(() => {
  for (const worker of workers) worker.kill('SIGKILL')
})

/** Members whose next drop is possible, and who asked to be reminded. */
const addDue = (db: Database) =>
  sql`
    with added as (
      insert into users (username, password, email, email_confirmed_at)
      select 'due' || n, '', 'due' || n || '@mail.test', now() from generate_series(1, ${members}::int) n
      returning id
    ), listed as (
      insert into tracks (user_id, spotify_track_id, spotify_track_url, rank) select id, 'x', 'x', 1 from added
    ), dropped as (
      insert into drops (user_id, drop_number, created_at, movement, enqueued_at, delivery_counts)
      select id, 1, now() - interval '8 days', '{"number_one_drops": 1}', now(), '{}' from added
    )
    insert into drop_reminders select id, now() - interval '1 day' from added`.execute(db)

test.runIf(onPostgres)('Two workers remind each member once', async () => {
  const box = await startMailbox()
  const shared = await openTestDatabase()
  await addDue(shared.db)
  const settings = { SMTP_URL: box.url, DATABASE_URL: shared.url ?? '' }
  workers = [spawnWorker(settings), spawnWorker(settings)]
  await box.waitFor(members)
  await Promise.all(workers.map(worker => stopWorker(worker, 'SIGTERM')))
  expect(new Set(box.mails.map(({ to }) => to[0])).size).toBe(members)
  expect(box.mails).toHaveLength(members)
  await shared.close()
  await box.close()
})

test.runIf(onPostgres)(
  'A worker that is killed among reminders loses none, and few arrive twice',
  async () => {
    const worker = await openKillableWorker()
    await worker.withDatabase(({ db }) => addDue(db))
    worker.start(0)
    await expect.poll(worker.reached, { interval: 5 }).toBeGreaterThan(0)
    await worker.kill()
    expect(worker.reached()).toBeLessThan(members)
    worker.start(0)
    // The queue notices by the missing heartbeat that a job's process has ended.
    await expect.poll(worker.reached).toBe(members)
    await worker.stop()
    // Two reminders are sent at a time. One that is sent again has the same Message-ID.
    expect(worker.mailbox.mails.length - members).toBeLessThanOrEqual(2)
    const ids = worker.mailbox.mails.map(({ to, parsed }) => `${to[0]} ${parsed.messageId}`)
    expect(new Set(ids).size).toBe(members)
  },
  240_000,
)
