import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { SettingError } from '../config.ts'
import { migrate } from './migrate.ts'

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
      'The database is of an earlier version that this one cannot upgrade (the migration 0001-first no longer exists): use an empty database.',
    ),
  )
  await forget('0001-first')
})
