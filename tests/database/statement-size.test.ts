import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Delivery } from '../../src/delivery/delivery.schemas.ts'
import { controlMail } from '../../src/mail/pausing/mail-controls.ts'
import { batchSize } from '../../src/platform/database/batches.ts'
import { memberWithFollowers } from '../drop-audience.ts'
import { mailedToken } from '../mailed-token.ts'
import { type Client, openTestApp } from '../test-app.ts'
import { unsubscribeTokenOf } from '../unsubscribe-token-of.ts'

/** Enough rows for more than two batches. */
const rows = 2_500

const app = await openTestApp()
const { db, clock } = app.context

let retrying: Client
let stopping: Client
let proof: string
const subscriber = 'everybody@fans.test'

/** A member whose drop has a delivery in this state for each follower. */
async function memberWithDrop(status: string) {
  const member = await memberWithFollowers(app, rows)
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  const drop = db.selectFrom('drops').select(['id', 'enqueued_at']).orderBy('created_at', 'desc')
  await vi.waitUntil(async () => (await drop.executeTakeFirst())?.enqueued_at, 120_000)
  const { id } = await drop.executeTakeFirstOrThrow()
  await sql`update drop_notifications set status = ${status} where drop_id = ${id}`.execute(db)
  return member
}

/** Lets an account or an email follow the members whose names begin with a word. */
const followAll = (word: string, column: 'user_id' | 'email', value: unknown, count = rows) =>
  sql`
  with subscriber as (
    insert into follower_registry (${sql.ref(column)}) values (${value})
    on conflict do nothing returning id)
  insert into radr_follows (registry_id, radr_user_id, state)
  select subscriber.id, users.id, 'following' from subscriber, users
  where username like ${`${word}%`} order by users.id limit ${count}`.execute(db)

beforeAll(async () => {
  const account = await app.member()
  proof = await mailedToken(app, account.email, '/email/confirm')
  await controlMail(db, 'pause', clock.now())
  retrying = await memberWithDrop('failed')
  stopping = await memberWithDrop('pending')
  for (const word of ['left', 'moved'])
    await sql`insert into users (username, password, email)
      select ${word} || n, '', ${word} || n || '@mail.test' from generate_series(1, ${rows}::int) n`.execute(
      db,
    )
  await followAll('left', 'email', subscriber)
  await followAll('moved', 'email', account.email)
  await followAll('moved', 'user_id', account.id, rows / 2)
  await refuseLargeStatements()
})

/** A statement that changes more rows than a batch has fails. */
async function refuseLargeStatements() {
  await sql`create function refuse_large_statement() returns trigger language plpgsql as $$ begin
    if (select count(*) > ${sql.lit(batchSize)} from changed)
      then raise '% of % changes more rows than a batch has', tg_op, tg_table_name; end if;
    return null; end $$`.execute(db)
  for (const [event, rows, table] of [
    ['update', 'new', 'drop_notifications'],
    ['update', 'new', 'radr_follows'],
    ['insert', 'new', 'follow_aliases'],
    ['delete', 'old', 'radr_follows'],
  ] as const)
    await sql
      .raw(`create trigger refuse_large_${event} after ${event} on ${table}
        referencing ${rows} table as changed for each statement execute function refuse_large_statement()`)
      .execute(db)
}

test('A statement that changes more rows than a batch has is refused here', async () => {
  const change = sql`update drop_notifications set status = status`.execute(db)
  await expect(change).rejects.toThrow('UPDATE of drop_notifications changes more rows')
})

test('However many mails failed, all are tried again', async () => {
  const { status, body } = await retrying.call<Delivery>('POST', '/api/drops/1/delivery/retry')
  expect([status, body.states]).toMatchObject([200, { pending: rows, failed: 0 }])
})

test('However many mails are pending, a stop skips all', async () => {
  const { status, body } = await stopping.call<Delivery>('POST', '/api/drops/1/delivery/stop')
  expect([status, body.states]).toMatchObject([200, { pending: 0, skipped: rows }])
})

test('However many members an email follows, all are unfollowed', async () => {
  const { id } = await db
    .selectFrom('recipients')
    .select('follow_id as id')
    .where('address', '=', subscriber)
    .executeTakeFirstOrThrow()
  const stop = { token: await unsubscribeTokenOf(app.context, id), all: true }
  const { status } = await app.visitor().call('POST', '/api/follows/unsubscribe', stop)
  expect(status).toBe(200)
  const left = await db
    .selectFrom('recipients')
    .select('follow_id')
    .where('address', '=', subscriber)
    .where('is_following', '=', true)
    .execute()
  expect(left).toEqual([])
})

test('However many members an email follows, they move to the account that proves it', async () => {
  const visitor = app.visitor()
  expect((await visitor.call('POST', '/api/email/confirm', { token: proof })).status).toBe(200)
  const { rows: counts } = await sql<{ follows: number; kept: number }>`
    select count(distinct f.id) as follows, count(old_id) as kept
    from follower_registry r join radr_follows f on f.registry_id = r.id
    left join follow_aliases a on a.follow_id = f.id
    where r.user_id is not null
  `.execute(db)
  expect(counts).toEqual([{ follows: rows, kept: rows / 2 }])
})
