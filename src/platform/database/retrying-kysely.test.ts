import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPostgres, openTestDatabase } from '../../../tests/test-database.ts'
import type { OpenDatabase, Transaction } from '../database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const secrets = ['one', 'other'].map(name => ({ name, value: Buffer.from('') }))
  await database.db.insertInto('secrets').values(secrets).execute()
})
afterAll(() => database.close())

const fail = (trx: Transaction, code: string) =>
  sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(trx)

/** Runs a transaction that fails so often before it succeeds; returns how often it ran and what it left. */
async function run(code: string, failures: number) {
  const { db } = database
  const name = `${code}-${failures}`
  let runs = 0
  const result = await db
    .transaction()
    .execute(async trx => {
      runs++
      await trx
        .insertInto('secrets')
        .values({ name, value: Buffer.from('') })
        .execute()
      if (runs <= failures) await fail(trx, code)
      return 'done'
    })
    .catch((error: { code: string }) => error.code)
  const left = await db.selectFrom('secrets').select('name').where('name', '=', name).execute()
  return { runs, result, left: left.length }
}

test.each(['40001', '40P01'])(
  'A transaction aborted by SQLSTATE %s is retried and takes effect once',
  async code => {
    expect(await run(code, 2)).toEqual({ runs: 3, result: 'done', left: 1 })
  },
)

test('A transaction that is aborted again and again finally fails', async () => {
  expect(await run('40P01', 99)).toEqual({ runs: 6, result: '40P01', left: 0 })
})

test('A transaction that fails for another reason is not retried', async () => {
  expect(await run('22012', 99)).toEqual({ runs: 1, result: '22012', left: 0 })
})

test('A statement outside a transaction that is aborted is retried and takes effect once', async () => {
  const { db } = database
  await sql`create sequence statement_runs`.execute(db)
  await sql`create function abort_twice() returns integer language plpgsql as $$ begin
    if nextval('statement_runs') < 3 then raise exception 'no' using errcode = '40001'; end if;
    return 1;
  end $$`.execute(db)
  await sql`insert into secrets (name, value) select 'alone', ''::bytea from abort_twice()`.execute(
    db,
  )
  const left = await db.selectFrom('secrets').select('name').where('name', '=', 'alone').execute()
  const { rows } = await sql`select last_value::int as runs from statement_runs`.execute(db)
  expect({ left: left.length, rows }).toEqual({ left: 1, rows: [{ runs: 3 }] })
})

test('A statement inside a transaction is not retried by itself', async () => {
  const { db } = database
  let tries = 0
  const work = db.transaction().execute(async trx => {
    tries++
    await fail(trx, '40001').catch(() => {})
    throw new Error('given up')
  })
  await expect(work).rejects.toThrow('given up')
  expect(tries).toBe(1)
})

// One connection cannot meet itself.
test.runIf(onPostgres)('Two transactions that wait for each other both succeed', async () => {
  const { db } = database
  const touch = (trx: Transaction, name: string) =>
    trx
      .updateTable('secrets')
      .set({ value: Buffer.from(name) })
      .where('name', '=', name)
      .execute()
  let arrived = 0
  let open = () => {}
  const both = new Promise<void>(resolve => {
    open = resolve
  })
  const cross = (first: string, second: string) =>
    db.transaction().execute(async trx => {
      await touch(trx, first)
      if (++arrived === 2) open()
      await both
      await touch(trx, second)
      return 'done'
    })
  expect(await Promise.all([cross('one', 'other'), cross('other', 'one')])).toEqual([
    'done',
    'done',
  ])
})
