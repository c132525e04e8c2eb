// @module-tag both-engines
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import type { OpenDatabase, Queryable } from '../database.ts'
import { ownConnection } from './pipelining-driver.ts'
import { type Placeholders, prepareQuery } from './prepare-query.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const readSessions = (db: Queryable) => db.selectFrom('sessions').selectAll().execute()

/** Runs the work on all ten connections of the pool at once. */
const onEveryConnection = <T>(work: (db: Queryable) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, () => database.db.transaction().execute(work)))

test('Queries go on after a migration of another process has added a column to their table', async () => {
  const { db } = database
  expect(await readSessions(db)).toEqual([])
  await sql`alter table sessions add column added_by_migration integer`.execute(db)
  expect(await readSessions(db)).toEqual([])
  await sql`alter table sessions add column added_later integer`.execute(db)
  expect(await Promise.all([readSessions(db), readSessions(db)])).toEqual([[], []])
  expect(await onEveryConnection(readSessions)).toEqual(Array(10).fill([]))
})

test('A query that fails does not affect those that were sent with it', async () => {
  const { db } = database
  const select = (divisor: number) =>
    db.selectNoFrom(sql<number>`1 / ${sql.val(divisor)}::integer`.as('quotient')).executeTakeFirst()
  const results = await Promise.allSettled([select(1), select(0), select(1)])
  expect(results).toMatchObject([
    { value: { quotient: 1 } },
    { reason: { code: '22012' } },
    { value: { quotient: 1 } },
  ])
})

test('Requests never share the rows of a read that both execute in one turn of the event loop', async () => {
  const { db } = database
  const select = () => db.selectNoFrom(sql<number>`random()`.as('drawn')).execute()
  const [[first], [second]] = await Promise.all([select(), select()])
  expect(second).not.toEqual(first)
})

test('Queries that are sent together and cannot be prepared fail with their own error', async () => {
  const { db } = database
  const select = (n: number) =>
    db.selectFrom(sql`missing_table`.as('missing')).selectAll().where(sql`1`, '=', n).execute()
  const results = await Promise.allSettled([select(1), select(2)])
  expect(results).toMatchObject([{ reason: { code: '42P01' } }, { reason: { code: '42P01' } }])
})

test('PostgreSQL stops planning a query with a constant limit', async () => {
  const select = prepareQuery((db, { name }: Placeholders<{ name: string }>) =>
    db.selectFrom('secrets').select('value').where('name', '=', name).limit(1),
  )
  // The pool uses the connection that was released last.
  for (let execution = 0; execution < 8; execution++) await select(database.db, { name: 'any' })
  const statements = await sql`select statement, custom_plans, generic_plans
    from pg_prepared_statements where statement like 'select "value"%'`.execute(database.db)
  expect(statements.rows).toEqual([
    {
      statement: 'select "value" from "secrets" where "name" = $1 limit 1',
      custom_plans: 5,
      generic_plans: 3,
    },
  ])
})

test('A query is prepared by its first execution and named', async () => {
  const { db } = database
  const select = (suffix: string) =>
    db
      .selectNoFrom([
        sql<number>`pg_backend_pid()`.as('process'),
        sql<string>`'prepared once' || ${suffix}::text`.as('text'),
        sql<number>`(select count(*) from pg_prepared_statements
          where statement like '%prepared once%' and name <> '')`.as('names'),
      ])
      .executeTakeFirstOrThrow()
  const first = await select(' a')
  // The pool uses the connection that was released last.
  expect(await select(' b')).toMatchObject({ process: first.process, names: 1 })
})

test.runIf(onPostgres)(
  'No statement is compiled, whether or not it is in a transaction',
  async () => {
    const { db } = database
    const readJit = (queryable: Queryable) =>
      queryable.selectNoFrom(sql<string>`current_setting('jit')`.as('jit')).executeTakeFirst()
    expect(await readJit(db)).toEqual({ jit: 'off' })
    expect(await onEveryConnection(readJit)).toEqual(Array(10).fill({ jit: 'off' }))
  },
)

// The embedded database has one connection.
test.runIf(onPostgres)(
  'A read that may take long delays no read that is executed with it',
  async () => {
    const { db } = database
    const ended: string[] = []
    const wait = db
      .selectNoFrom(sql`pg_sleep(1)`.as('slept'))
      .modifyEnd(ownConnection)
      .execute()
      .then(() => ended.push('slow'))
    const read = readSessions(db).then(() => ended.push('fast'))
    await Promise.all([wait, read])
    expect(ended).toEqual(['fast', 'slow'])
  },
)

// The embedded database has one connection, so nothing waits for a lock.
test.runIf(onPostgres)('A write that waits for a lock delays no query', async () => {
  const { db } = database
  await db
    .insertInto('secrets')
    .values({ name: 'locked', value: Buffer.from('old') })
    .execute()
  const update = () =>
    db
      .updateTable('secrets')
      .set({ value: Buffer.from('new') })
      .where('name', '=', 'locked')
      .execute()
  let waiting: Promise<unknown> | undefined
  await db.transaction().execute(async trx => {
    await trx.selectFrom('secrets').selectAll().where('name', '=', 'locked').forUpdate().execute()
    waiting = update()
    const read = db.selectFrom('secrets').select('name').where('name', '=', 'locked')
    expect(await read.execute()).toEqual([{ name: 'locked' }])
  })
  await waiting
})
