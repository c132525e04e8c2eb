import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase, onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import { SettingError } from '../config/config.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const database = await openTestDatabase()
afterAll(() => database.close())

const record = (name: string) =>
  sql`insert into kysely_migration values (${name}, '')`.execute(database.db)
const forget = (name: string) =>
  sql`delete from kysely_migration where name = ${name}`.execute(database.db)

test('A process starts on the schema of a newer release', async () => {
  await record('9999-of-a-later-release')
  await migrate(database)
  await forget('9999-of-a-later-release')
})

test('A database of an earlier version that cannot be upgraded is refused at the start', async () => {
  await record('0001-first')
  await expect(migrate(database)).rejects.toThrow(
    new SettingError(
      'The database is of an earlier version that this one cannot upgrade (the migration 0001-first no longer exists): start the version that made it, or this one with an empty database.',
    ),
  )
  await forget('0001-first')
})

test('A database whose migrations were edited since is refused at the start', async () => {
  const refusal = (name: string) =>
    new SettingError(
      `The database is of an earlier version that this one cannot upgrade (the migration ${name} is another one now): start the version that made it, or this one with an empty database.`,
    )
  const setHash = (hash: string) =>
    sql`update kysely_migration set hash = ${hash} where name = '0004-mail'`.execute(database.db)
  const { rows } = await sql<{ hash: string }>`
    select hash from kysely_migration where name = '0004-mail'`.execute(database.db)
  await setHash('of other statements')
  await expect(migrate(database)).rejects.toThrow(refusal('0004-mail'))
  await setHash(rows[0]?.hash ?? '')
  await migrate(database)
  // Tables of the first releases have no column for hashes.
  await sql`alter table kysely_migration rename hash to later`.execute(database.db)
  await expect(migrate(database)).rejects.toThrow(refusal('0001-members'))
  await sql`alter table kysely_migration rename later to hash`.execute(database.db)
})

test.runIf(onPostgres)(
  'A user who may not create tables is refused at the start with a sentence',
  async () => {
    const { url, drop } = await createEmptyDatabase()
    const administrator = await openPostgres(url)
    await sql`create role guest login`.execute(administrator.db)
    const guestUrl = new URL(url)
    guestUrl.username = 'guest'
    const guest = await openPostgres(guestUrl.href)
    for (const rights of ['revoke create on schema public', 'revoke usage on schema public'])
      await sql.raw(`${rights} from public`).execute(administrator.db)
    await expect(migrate(guest)).rejects.toThrow(SettingError)
    await expect(migrate(guest)).rejects.toThrow(
      /^The user of DATABASE_URL may not create tables \(.*\): make it the owner of its database, or grant it create on the schema public\.$/,
    )
    await guest.close()
    await sql`drop role guest`.execute(administrator.db)
    await administrator.close()
    await drop()
  },
)

test.runIf(onPostgres).each([
  ["encoding LATIN1 locale 'C'", 'its encoding is LATIN1'],
  [
    "locale_provider icu icu_locale 'tr-TR' encoding UTF8",
    'its collation makes a small I another letter than i',
  ],
])('A database with %s is refused at the start', async (properties, reason) => {
  const { url, drop } = await createEmptyDatabase()
  const administrator = await openPostgres(url)
  await sql
    .raw(`create database other_texts template template0 ${properties}`)
    .execute(administrator.db)
  const other = await openPostgres(Object.assign(new URL(url), { pathname: '/other_texts' }).href)
  await expect(migrate(other)).rejects.toThrow(
    `The database cannot keep every text (${reason}): create it by `,
  )
  await other.close()
  await sql`drop database other_texts with (force)`.execute(administrator.db)
  await administrator.close()
  await drop()
})

test.runIf(onPostgres)(
  'A database with pg_trgm in another schema, German dates and another isolation is ready',
  async () => {
    const { url, drop } = await createEmptyDatabase()
    const administrator = await openPostgres(url)
    const name = new URL(url).pathname.slice(1)
    await sql`create schema extensions`.execute(administrator.db)
    await sql`create extension pg_trgm schema extensions`.execute(administrator.db)
    await sql.raw(`alter database "${name}" set datestyle = 'German'`).execute(administrator.db)
    await sql
      .raw(`alter database "${name}" set default_transaction_isolation = 'repeatable read'`)
      .execute(administrator.db)
    await administrator.close()
    const database = await openPostgres(url)
    await migrate(database)
    const { rows } = await sql<{ now: Date; isolation: string }>`
      select now() as now, current_setting('transaction_isolation') as isolation`.execute(
      database.db,
    )
    expect(rows[0]?.now.getTime()).toBeGreaterThan(0)
    expect(rows[0]?.isolation).toBe('read committed')
    await database.close()
    await drop()
  },
)
