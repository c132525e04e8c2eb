import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/migrations.ts'
import { onPostgres, openTestDatabase } from '../test-database.ts'
import { findUnportable } from './unportable.ts'

test.each([
  'delete from mails where ctid = any(array(select ctid from mails limit 5))',
  'create table lists (rank integer unique deferrable initially deferred)',
  'create table follows (ended boolean generated always as (state = 1) stored)',
  "select pg_relation_size('mails')",
  'select relpages from pg_class',
  "select set_config('enable_sort', 'off', true)",
  'select "id" from "drops" order by "drops"."id" desc limit 5',
])('%s is refused', statement => {
  expect(findUnportable(statement)).toBeDefined()
})

test.each([
  'select id from drops order by created_at desc, id desc',
  'select id from drops order by id for update',
  'create table drops (id integer generated always as identity primary key)',
])('%s is portable', statement => {
  expect(findUnportable(statement)).toBeUndefined()
})

// The check stands in the driver of PostgreSQL, which the embedded database does not use.
test.runIf(onPostgres)(
  'Every statement of the tests on PostgreSQL is checked before it is sent',
  async () => {
    const { db, close } = await openTestDatabase()
    onTestFinished(close)
    await expect(sql`select ctid from users`.execute(db)).rejects.toThrow('named by its place')
  },
)

test('The schema has nothing that another engine lacks', () => {
  const found = Object.values(migrations)
    .flat()
    .filter(statement => findUnportable(statement))
  expect(found).toEqual([])
})
