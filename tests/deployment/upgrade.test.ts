import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { migrations } from '../../migrations/migrations.ts'
import { createApp } from '../../src/app/server.ts'
import { createReadinessCheck } from '../../src/operations/monitoring/health.routes.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import type { OpenDatabase } from '../../src/platform/database.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { noBrowserBuild } from '../no-browser-build.ts'
import { spawnWorker, stopWorker } from '../processes/worker-processes.ts'
import { startStatementRecorder } from '../servers/statement-recorder.ts'
import { newClient, openTestApp } from '../test-app.ts'
import { createEmptyDatabase, onPostgres } from '../test-database.ts'

// The running release is this app; the next one is a second connection with more migrations.
const app = await openTestApp()
const { db } = app.context
const url = app.database.url ?? ''
const upgradeTest = test.runIf(onPostgres)

const opened: OpenDatabase[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(database => database.close()))
})

async function openNext(address = url) {
  const database = await openPostgres(address)
  opened.push(database)
  return database
}

const lines: { msg: string; transactions?: { pid: number }[] }[] = []
const log = openLog(
  'info',
  new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  }),
)

/** Starts the next release; its migrations are those of this one and `added`. */
async function upgrade(added: Record<string, string[]>) {
  lines.length = 0
  return migrate(await openNext(), { log, known: { ...migrations, ...added } })
}

/** A statement that goes on until `letGo`. */
const holdOn = `do $$ begin
  while not exists (select from pg_class where relname = 'let_go') loop
    perform pg_sleep(0.02);
  end loop;
end $$`
const letGo = () => sql`create table let_go ()`.execute(db)
/** The same for an index, whose expression sees no table that is created later. */
const indexLock = 77
const holdOnFunction = `create function hold_on(id integer) returns integer immutable language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${indexLock});
    return id;
  end $$`
afterEach(async () => {
  if (!onPostgres) return
  await sql`drop table if exists let_go`.execute(db)
  // The migrations of these tests come after all that a release has.
  await sql`delete from kysely_migration where name >= '9010'`.execute(db)
})

const findProblem = createReadinessCheck({
  jobs: app.database.jobs,
  isFull: () => false,
  isDraining: () => false,
  senderIdleMs: () => null,
})
const running = createApp(app.context, noBrowserBuild, findProblem)

/** A member of the running release who reads and writes, and `/readyz`, as often as `rounds` says. */
async function useRunningRelease(member: Awaited<ReturnType<typeof app.member>>, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    expect((await running.request('/readyz')).status).toBe(200)
    expect((await member.call('GET', '/api/user')).status).toBe(200)
    const body = { spotify_profile_url: `https://open.spotify.com/user/round${round}` }
    expect((await member.call('PUT', '/api/user/spotify', body)).status).toBe(200)
  }
}

async function holder() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin isolation level repeatable read')
  await client.query('select count(*) from users')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return {
    pid: Number(rows[0].pid),
    query: (text: string) => client.query(text),
    end: () => client.end(),
  }
}

upgradeTest(
  'A start that has nothing to migrate sends one read, and a web process writes nothing',
  async () => {
    const recorder = await startStatementRecorder(Number(new URL(url).port))
    const through = Object.assign(new URL(url), { port: String(recorder.port) }).href
    const statements = (await recorder.record(async () => migrate(await openNext(through)))).flat()
    expect(statements).toEqual([
      'select pg_backend_pid() as pid',
      expect.stringContaining('from kysely_migration'),
    ])
    // The secrets of the process are there since the first start.
    for (const _start of [1, 2]) {
      statements.length = 0
      const sent = await recorder.record(async () => {
        const web = spawnWorker(
          { DATABASE_URL: through, ROLE: 'web', OUTSIDE_SERVICES: 'off' },
          0,
          'pipe',
        )
        await expect.poll(() => web.stdout?.read()?.toString() ?? '').toContain('Listening')
        await stopWorker(web, 'SIGTERM')
      })
      statements.push(...sent.flat())
    }
    expect(statements.length).toBeGreaterThan(5)
    const writes = statements.filter(text =>
      /^\s*(?:insert|update|delete|create|alter|with)\b/i.test(text),
    )
    // The queue's own timer, for which no start waits.
    expect(writes.filter(text => !text.includes('UPDATE pgboss.version'))).toEqual([])
    await recorder.close()
  },
)

upgradeTest(
  'A dump that has read users for long delays neither a start without migrations nor, while another waits for it, reads and writes',
  async () => {
    const member = await app.member()
    const dump = await holder()
    await migrate(await openNext(), { log })
    const upgraded = upgrade({ '9010-mood': ['alter table users add column mood text'] })
    await expect
      .poll(() => lines.map(({ msg }) => msg))
      .toContain('the migration waits for a table')
    expect(lines.at(-1)?.transactions?.map(({ pid }) => pid)).toContain(dump.pid)
    await useRunningRelease(member, 5)
    await dump.end()
    await upgraded
    expect(lines.at(-1)).toMatchObject({ msg: 'the database has the migration' })
    await sql`alter table users drop column mood`.execute(db)
  },
)

upgradeTest(
  'A migration that takes long leaves the running release ready, and its other tables writable',
  async () => {
    const member = await app.member()
    const upgraded = upgrade({
      '9010-first': ['create table first ()'],
      '9011-slow': ['alter table mail_events add column mood text', holdOn],
    })
    await expect.poll(() => isLocked('mail_events')).toBe(true)
    await useRunningRelease(member, 20)
    // The migration before is complete.
    await sql`drop table first`.execute(db)
    await letGo()
    await upgraded
    await sql`alter table mail_events drop column mood`.execute(db)
  },
)

upgradeTest(
  'A running release is ready while each of its connections waits for a table that a migration has locked',
  async () => {
    const member = await app.member()
    const upgraded = upgrade({ '9010-slow': ['alter table users add column mood text', holdOn] })
    await expect.poll(() => isLocked('users')).toBe(true)
    const waiting = Array.from({ length: 30 }, () => member.call('GET', '/api/user'))
    const client = newClient('http://radr.test', (address, init) => running.request(address, init))
    for (let n = 0; n < 5; n++) expect((await client.call('GET', '/readyz')).status).toBe(200)
    await letGo()
    await upgraded
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
    await sql`alter table users drop column mood`.execute(db)
  },
)

upgradeTest(
  'An index is built beside writes to its table, once by two processes, and again after an interruption',
  async () => {
    const member = await app.member()
    await sql.raw(holdOnFunction).execute(db)
    const dump = await holder()
    await dump.query(`select pg_advisory_lock(${indexLock})`)
    await dump.query('commit')
    const added = { '9010-held': ['create index concurrently users_held on users (hold_on(id))'] }
    const first = upgrade(added)
    const building = async () =>
      (
        await sql<{ pid: number }>`
        select pid from pg_stat_activity where query like ${'create index concurrently users_held%'}`.execute(
          db,
        )
      ).rows
    await expect.poll(async () => (await building()).length).toBe(1)
    const [builder] = await building()
    const second = upgrade(added)
    await expect
      .poll(() => lines.map(({ msg }) => msg))
      .toContain('another process migrates the database')
    await useRunningRelease(member, 5)
    expect(await building()).toHaveLength(1)
    const interrupted = expect(first).rejects.toThrow()
    await sql`select pg_cancel_backend(${builder?.pid})`.execute(db)
    await interrupted
    await expect.poll(async () => (await building()).length).toBe(1)
    await dump.end()
    await second
    const { rows } = await sql`
    select indisvalid from pg_index where indexrelid = to_regclass('users_held')`.execute(db)
    expect(rows).toEqual([{ indisvalid: true }])
    await sql`drop function hold_on cascade`.execute(db)
  },
)

upgradeTest('Processes that start at once run each migration once', async () => {
  const empty = await createEmptyDatabase()
  const databases = await Promise.all([1, 2, 3].map(() => openNext(empty.url)))
  await Promise.all(databases.map(database => migrate(database, { log })))
  const [database] = databases
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(database?.db ?? db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  await Promise.all(opened.splice(0).map(each => each.close()))
  await empty.drop()
})

upgradeTest('A migration that fails changes nothing, and those before it stay', async () => {
  const failed = upgrade({
    '9010-kept': ['create table kept ()'],
    '9011-failed': ['create table discarded ()', 'select 1 / 0'],
  })
  await expect(failed).rejects.toThrow('division by zero')
  const { rows } = await sql`
    select to_regclass('kept')::text as kept, to_regclass('discarded')::text as discarded`.execute(
    db,
  )
  expect(rows).toEqual([{ kept: 'kept', discarded: null }])
  await sql`drop table kept`.execute(db)
})

async function isLocked(table: string) {
  const { rows } = await sql`
    select from pg_locks where relation = ${table}::regclass
      and mode = 'AccessExclusiveLock' and granted`.execute(db)
  return rows.length > 0
}

afterAll(() => log.flush())
