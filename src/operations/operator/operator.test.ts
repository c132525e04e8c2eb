import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { addFollowers, saveTracks } from '../../../tests/drop-audience.ts'
import { noBrowserBuild } from '../../../tests/no-browser-build.ts'
import { runCommand } from '../../../tests/processes/run-command.ts'
import { minute, openTestApp } from '../../../tests/test-app.ts'
import { makeDataDir } from '../../../tests/test-database.ts'
import { createApp } from '../../app/server.ts'
import { suppress } from '../../mail/mailboxes/suppression.ts'
import { controlMail, describeMail } from '../../mail/pausing/mail-controls.ts'
import { processMetrics } from '../../platform/metrics.ts'
import { countRows } from '../monitoring/count-rows.ts'
import { openDatabaseMetrics } from '../monitoring/database-metrics.ts'
import { createMetricsApp } from '../monitoring/metrics.routes.ts'

const token = 'a-token-of-the-operator'
// Earlier test files of this process have counted their mails.
processMetrics.resetMetrics()
const app = await openTestApp({ METRICS_TOKEN: token })
afterEach(() => app.mailbox.behave())

const isReady = async () => null

const describe = () => describeMail(app.context.db, app.context.config)

async function control(command: 'pause' | 'resume') {
  await controlMail(app.context.db, command, new Date())
  return describe()
}

async function dropTo(followers: number) {
  const member = await app.member()
  await app.mailbox.waitFor(({ to }) => to[0] === member.email)
  await saveTracks(member)
  await addFollowers(app, member.username, followers)
  await member.call('POST', '/api/drops', {})
  return member
}

/** How long counts are kept. */
const keptMs = 10_000

const scrape = async () => {
  app.pass(keptMs)
  const headers = { authorization: `Bearer ${token}` }
  return (await app.hono.request('http://radr.test/metrics', { headers })).text()
}

test('The operator reads states, queue, rates and latencies as Prometheus text', async () => {
  app.mailbox.behave({
    recipient: to => (to.includes('-fan1@') ? { code: 550, text: '5.1.1 Gone' } : 'accept'),
  })
  await dropTo(3)
  await app.mailbox.waitFor(3)
  await expect
    .poll(scrape)
    .toMatch(
      /^radr_mails_total\{kind="drop",outcome="sent"\} 2$[\s\S]*^radr_undelivered\{state="failed"\} 1$/m,
    )
  const text = await scrape()
  for (const line of [
    /^radr_deliveries\{state="pending"\} 0$/m,
    /^radr_mails_total\{kind="drop",outcome="sent"\} 2$/m,
    /^radr_mails_total\{kind="drop",outcome="rejected"\} 1$/m,
    /^radr_mail_seconds_bucket\{le="30",kind="drop"\} 3$/m,
    /^radr_suppressed_addresses\{reason="hard"\} 1$/m,
    /^radr_mail_circuit_open 0$/m,
    /^radr_mail_paused 0$/m,
    /^radr_backup_age_seconds \d/m,
    /^# TYPE radr_queue_jobs gauge$/m,
  ]) {
    expect(text).toMatch(line)
  }
  expect(text).not.toMatch(/@/)
})

test('Rows are counted when scraped, and their counts are kept for ten seconds', async () => {
  const { db } = app.context
  let now = 0
  const read = openDatabaseMetrics(db, { now: () => new Date(now) })
  const count = async () =>
    Number(/^radr_suppressed_addresses\{reason="complaint"\} (\d+)$/m.exec(await read())?.[1] ?? 0)
  expect(await count()).toBe(0)
  await suppress(db, 'angry@fans.test', 'complaint', 'abuse')
  now = keptMs - 1
  expect(await count()).toBe(0)
  now = keptMs
  expect(await count()).toBe(1)
})

test('The number of many rows is estimated by the statistics of the database', async () => {
  const { db } = app.context
  await db.deleteFrom('drop_notifications').execute()
  await dropTo(40)
  const sent = db.selectFrom('drop_notifications').select('id').where('status', '=', 'sent')
  await expect.poll(async () => (await sent.execute()).length).toBe(40)
  // Deliveries of a year that does not come are not sent.
  const never = { status: 'retry', next_attempt_at: new Date('2100-01-01') } as const
  await db.updateTable('drop_notifications').set(never).execute()
  await sql`analyze drop_notifications`.execute(db)
  const counted = async (max?: number) =>
    (await countRows(db, new Date(0), max)).radr_deliveries.find(({ state }) => state === 'retry')
      ?.count ?? 0
  const all = await counted()
  const estimated = await counted(10)
  await db.deleteFrom('drop_notifications').execute()
  expect(all).toBe(40)
  expect(Math.abs(estimated - all)).toBeLessThan(all / 10)
})

test('The age of the last look for scheduled jobs tells that a worker runs', async () => {
  const { db } = app.context
  const age = async () => Number(/^radr_worker_age_seconds (\S+)$/m.exec(await scrape())?.[1])
  await sql`update pgboss.version set cron_on = now() - interval '40 days'`.execute(db)
  expect(await age()).toBeGreaterThan(39 * 24 * 60 * 60)
  await sql`update pgboss.version set cron_on = now() - interval '5 seconds'`.execute(db)
  expect(await age()).toBeLessThan(60)
})

test('The time for which the oldest drop has waited for its deliveries is shown', async () => {
  const { db, clock } = app.context
  const age = async () => Number(/^radr_drop_waiting_seconds (\S+)$/m.exec(await scrape())?.[1])
  expect(await age()).toBe(0)
  const wait = (created_at: Date, enqueued_at: Date | null) =>
    db.updateTable('drops').set({ created_at, enqueued_at }).execute()
  await wait(new Date(clock.now().getTime() - 400_000), null)
  expect(Math.round((await age()) / 100)).toBe(4)
  await wait(clock.now(), clock.now())
  expect(await age()).toBe(0)
})

test('Without the token the metrics are not found', async () => {
  for (const authorization of ['', 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`]) {
    const { status } = await app.hono.request('http://radr.test/metrics', {
      headers: { authorization },
    })
    expect(status, authorization).toBe(404)
  }
})

test('Without METRICS_TOKEN the metrics are on METRICS_PORT alone', async () => {
  const context = { ...app.context, config: { ...app.context.config, metricsToken: undefined } }
  expect((await createApp(context, noBrowserBuild).request('/metrics')).status).toBe(404)
  expect((await createMetricsApp(context, isReady).request('/metrics')).status).toBe(200)
})

test('METRICS_PORT serves health and metrics only', async () => {
  const metricsApp = createMetricsApp(app.context, isReady)
  const ask = (path: string, authorization = '') =>
    metricsApp.request(`http://radr.test${path}`, { headers: { authorization } })
  expect((await ask('/healthz')).status).toBe(200)
  const metrics = await ask('/metrics', `Bearer ${token}`)
  expect(await metrics.text()).toContain('radr_deliveries{state="pending"}')
  for (const path of ['/metrics', '/', '/login', '/api/user'])
    expect((await ask(path)).status, path).toBe(404)
})

test('While mail is paused, drop mail and transactional mail wait; after it they are sent', async () => {
  expect(await control('pause')).toMatch(/^All mail is paused since \d{4}-.*waiting: 0/)
  expect(await control('pause')).toMatch(/^All mail is paused/)
  expect(await scrape()).toMatch(/^radr_mail_paused 1$/m)
  const before = app.mailbox.mails.length
  const member = await app.member()
  await saveTracks(member)
  await addFollowers(app, member.username, 5)
  await member.call('POST', '/api/drops', {})
  await expect.poll(describe).toMatch(/waiting: 5/)
  expect(await describe()).toContain('Account mails waiting: 1.')
  expect(app.mailbox.mails.length).toBe(before)

  expect(await control('resume')).toMatch(/^Mail is being sent\./)
  await drainQueue(app, 'confirm-email')
  await app.mailbox.waitFor(before + 6)
  await expect.poll(describe).toMatch(/waiting: 0, put off: 0/)
})

test('The status says since when and why the mail server is not tried, and until when', async () => {
  // The time is taken before the member's confirmation mail, which may already be refused.
  const before = new Date()
  app.mailbox.behave({ sender: () => ({ code: 421, text: 'Closed for today' }) })
  const member = await app.member()
  await saveTracks(member)
  await addFollowers(app, member.username, 2)
  await member.call('POST', '/api/drops', {})
  const time = String.raw`(\d{4}-\d\d-\d\dT[\d:.]+Z)`
  const failing = new RegExp(
    `^Sending fails since ${time}: [^\\n]*421[^\\n]*\\. The next attempt is (?:at ${time}|due)\\. Drop mails waiting: `,
  )
  await expect.poll(describe).toMatch(failing)
  const [, since = '', next = ''] = failing.exec(await describe()) ?? []
  expect(new Date(since).getTime()).toBeGreaterThanOrEqual(before.getTime())
  expect(new Date(next).getTime()).toBeGreaterThan(new Date(since).getTime())

  app.mailbox.behave()
  // A delivery that the trial was refused for waits for five minutes.
  app.pass(6 * minute)
  await expect.poll(describe).toMatch(/^Mail is being sent\. Drop mails waiting: 0, put off: 0/)
})

test('The mail command works on the embedded database and explains its usage', async () => {
  const { dataDir, remove } = await makeDataDir()
  const mail = async (...args: string[]) =>
    (await runCommand(['mail', ...args], { DATA_DIR: dataDir })).output
  expect(await mail('stop')).toMatch(/^error: unknown command 'stop'/)
  expect(await mail('--help')).toMatch(/^ {2}status +says whether mail is sent/m)
  expect(await mail('pause')).toMatch(/^All mail is paused/)
  expect(await mail('status')).toMatch(/^All mail is paused/)
  expect(await mail('resume')).toMatch(
    /^Mail is resumed\. SMTP_URL is not set: mail is kept in the outbox\./,
  )
  await remove()
})
