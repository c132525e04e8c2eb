import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freePort } from '../../../scripts/temporary-postgres.ts'
import { startMailbox } from '../../../tests/mailbox.ts'
import { newClient } from '../../../tests/test-app.ts'
import { onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import { spawnWorker, stopWorker } from '../../../tests/worker-processes.ts'
import type { OpenDatabase } from '../database.ts'

/** Written by `npm run record:release`. Columns are recorded as table.column. */
type Release = { migrations: string[]; columns: string[]; statements: string[] }

const previous: Release = JSON.parse(await readFile('tests/data/previous-release.json', 'utf8'))

async function names(database: OpenDatabase, query: ReturnType<typeof sql<{ name: string }>>) {
  const { rows } = await query.execute(database.db)
  return rows.map(({ name }) => name)
}

test('Every statement of the previous release is valid on the schema of this one', async () => {
  const { db, close } = await openTestDatabase()
  const invalid: string[] = []
  await db.connection().execute(async connection => {
    for (const [number, statement] of previous.statements.entries()) {
      await sql
        .raw(`prepare recorded_${number} as ${statement}`)
        .execute(connection)
        .catch((error: Error) => invalid.push(`${error.message}: ${statement}`))
    }
  })
  expect(previous.statements.length).toBeGreaterThan(200)
  expect(invalid).toEqual([])
  await close()
})

test('A row that the previous release inserts needs no column that it does not know', async () => {
  const database = await openTestDatabase()
  const required = await names(
    database,
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and is_nullable = 'NO' and column_default is null
        and is_identity = 'NO' and is_generated = 'NEVER'`,
  )
  const tables = new Set(previous.columns.map(tableOf))
  const known = new Set(previous.columns)
  expect(required.filter(name => tables.has(tableOf(name)) && !known.has(name))).toEqual([])
  await database.close()
})

const tableOf = (column: string) => column.split('.')[0]

test('Migrations are only added, with names that sort after those of the previous release', async () => {
  const database = await openTestDatabase()
  const applied = await names(database, sql`select name from kysely_migration order by name`)
  expect(applied.slice(0, previous.migrations.length)).toEqual(previous.migrations)
  await database.close()
})

test.runIf(onPostgres)(
  'A process keeps running when a newer release changes the schema, and can restart on it',
  { timeout: 180_000 },
  async () => {
    const [database, mailbox] = await Promise.all([openTestDatabase(), startMailbox()])
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = {
      DATABASE_URL: database.url ?? '',
      SMTP_URL: mailbox.url,
      ROLE: 'all',
      PORT: String(port),
      PUBLIC_URL: url,
      RATE_LIMITS: 'off',
      SPOTIFY_OEMBED_URL: 'off',
    }
    const isReady = () =>
      expect
        .poll(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status, {
          timeout: 90_000,
        })
        .toBe(200)
    const register = async (username: string) => {
      const fields = { username, email: `${username}@mail.test`, password: 'correct horse' }
      return (await newClient(url).call('POST', '/api/register', fields)).status
    }
    let app = spawnWorker(settings)
    try {
      await isReady()
      await sql`alter table users add column newer text not null default ''`.execute(database.db)
      await sql`insert into kysely_migration values ('9999-newer', '')`.execute(database.db)
      await sql`update pgboss.version set version = version + 1`.execute(database.db)
      expect(await register('running')).toBe(201)
      await isReady()
      await stopWorker(app, 'SIGTERM')
      app = spawnWorker(settings)
      await isReady()
      expect(await register('restarted')).toBe(201)
    } finally {
      const exited = once(app, 'exit')
      app.kill('SIGKILL')
      await exited
      await Promise.all([database.close(), mailbox.close()])
    }
  },
)
