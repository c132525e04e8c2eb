// @module-tag resilience
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../scripts/temporary-postgres.ts'
import { outputOf, spawnWorker, stopWorker } from '../processes/worker-processes.ts'
import { onPostgres } from '../test-database.ts'

// A server of its own, because the setting is that of the whole server.
const postgres = onPostgres ? await startPostgres() : null
afterAll(() => postgres?.stop())

const settings = { OUTSIDE_SERVICES: 'off', LOG_LEVEL: 'info', DATABASE_URL: postgres?.url ?? '' }

// The order matters: the second start finds the schema that the first one has made.
test.runIf(onPostgres).each([
  ['first start', { ...settings, ROLE: 'all' }],
  ['start of a worker', { ...settings, ROLE: 'worker' }],
])(
  'A %s while a synchronous replica is away says what it waits for, and goes on once it is back',
  async (_what, environment) => {
    const administrator = new pg.Client({ connectionString: postgres?.url })
    await administrator.connect()
    await administrator.query("alter system set synchronous_standby_names = 'away'")
    await administrator.query('select pg_reload_conf()')
    const waitsFor = 'commits wait for a synchronous replica: nothing can be saved until it is back'
    const started = '"msg":"started"'

    const app = spawnWorker(environment, 0, 'pipe')
    const output = outputOf(app)
    await expect.poll(output, { timeout: 30_000 }).toContain(waitsFor)
    expect(output()).not.toContain(started)
    expect(app.exitCode).toBe(null)

    await administrator.query("alter system set synchronous_standby_names = ''")
    await administrator.query('select pg_reload_conf()')
    await expect.poll(output, { timeout: 30_000 }).toContain(started)
    await stopWorker(app, 'SIGTERM')
    await administrator.end()
  },
)
