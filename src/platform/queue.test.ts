// @module-tag both-engines
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { readConfig } from './config/config.ts'
import type { OpenDatabase } from './database.ts'
import { openLog } from './log/log.ts'
import { defineJob, type Job, openQueue } from './queue.ts'

const config = readConfig({})
type AnyJob = Job<object, object>

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const job = (name: string, options: AnyJob['options'], schedule?: string) =>
  defineJob({ name, options, schedule, run: async (_: object, __: object) => {} })

/** What a process does at start and at its end, here with one job. */
async function startAndStop(jobs: AnyJob[]) {
  const queue = await openQueue(database, jobs, config, openLog('silent'))
  for (const job of jobs) await queue.work(job, {})
  await queue.stop()
}

test('Changed options of a job reach its existing queue', async () => {
  const optionsAfterStart = async (options: AnyJob['options']) => {
    await startAndStop([job('changing', { policy: 'exclusive', ...options })])
    const { rows } = await sql`select retry_limit, retry_backoff, heartbeat_seconds
      from pgboss.queue where name = 'changing'`.execute(database.db)
    return rows[0]
  }
  const first = { retryLimit: 5, retryBackoff: true, heartbeatSeconds: 20 }
  expect(await optionsAfterStart(first)).toEqual({
    retry_limit: 5,
    retry_backoff: true,
    heartbeat_seconds: 20,
  })
  expect(await optionsAfterStart({ ...first, retryLimit: 9 })).toEqual({
    retry_limit: 9,
    retry_backoff: true,
    heartbeat_seconds: 20,
  })
})

test('A worker of an older release that restarts keeps the schedules of a newer one; a day later they are removed', async () => {
  const schedules = async () => {
    const { rows } = await sql<{ name: string }>`select name from pgboss.schedule`.execute(
      database.db,
    )
    return rows.map(({ name }) => name)
  }
  await startAndStop([job('newer', {}, '0 3 * * *')])
  await startAndStop([job('older', {}, '0 4 * * *')])
  expect((await schedules()).sort()).toEqual(['newer', 'older'])
  await sql`update pgboss.schedule set updated_on = updated_on - interval '25 hours'`.execute(
    database.db,
  )
  await startAndStop([job('older', {}, '0 4 * * *')])
  expect(await schedules()).toEqual(['older'])
})

test('A changed schedule of a job replaces the one that is stored', async () => {
  await startAndStop([job('scheduled', {}, '0 3 * * *')])
  await startAndStop([job('scheduled', {}, '0 4 * * *')])
  const { rows } = await sql`
    select name, cron from pgboss.schedule where name = 'scheduled'`.execute(database.db)
  expect(rows).toEqual([{ name: 'scheduled', cron: '0 4 * * *' }])
})

test('A failed job is logged with its name and error, without its data', async () => {
  const lines = new PassThrough()
  const failing = defineJob({
    name: 'failing',
    options: { retryLimit: 0 },
    run: async (_: object, { part }: { email: string; part?: { name: string } }) => {
      if (part === undefined) throw new TypeError('part is missing')
    },
  })
  const queue = await openQueue(database, [failing], config, openLog('error', lines))
  await queue.work(failing, {})
  const data = { email: 'fan@example.org' }
  await database.db.transaction().execute(trx => queue.send(failing, data, trx))
  const [line] = await once(lines, 'data')
  expect(JSON.parse(line)).toMatchObject({
    job: 'failing',
    msg: 'a job failed',
    err: { type: 'TypeError', message: 'part is missing' },
  })
  expect(String(line)).not.toContain(data.email)
  await queue.stop()
})

test('A job of a queue of an earlier release without notifications starts as soon as it is enqueued', async () => {
  const { promise: ran, resolve } = Promise.withResolvers<void>()
  const seldom = defineJob({
    name: 'seldom',
    options: {},
    schedule: '0 3 1 1 *',
    run: async (_: object, __: object) => resolve(),
  })
  await startAndStop([seldom])
  await sql`update pgboss.queue set notify = false where name = 'seldom'`.execute(database.db)
  const queue = await openQueue(database, [seldom], config, openLog('silent'))
  await queue.work(seldom, {})
  const enqueuedAt = performance.now()
  await database.db.transaction().execute(trx => queue.send(seldom, {}, trx))
  await ran
  expect(performance.now() - enqueuedAt).toBeLessThan(5_000)
  await queue.stop()
})

test.each([{ DATABASE_LISTEN: 'off' }, { DATABASE_ENGINE: 'yugabytedb', DATABASE_LISTEN: 'off' }])(
  'A job is found by polling, with %j',
  async env => {
    const { promise: ran, resolve } = Promise.withResolvers<void>()
    const polled = defineJob({
      name: 'polled',
      options: {},
      run: async (_: object, __: object) => resolve(),
    })
    const listen = () => {
      throw new Error('It listens')
    }
    const deaf = { ...database, jobs: { ...database.jobs, listen } }
    const queue = await openQueue(deaf, [polled], readConfig(env), openLog('silent'))
    await queue.work(polled, {})
    await database.db.transaction().execute(trx => queue.send(polled, {}, trx))
    await ran
    await queue.stop()
  },
)
