import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Delivery } from '../src/delivery/delivery.schemas.ts'
import { controlMail } from '../src/delivery/mail-controls.ts'
import { findMemberByName } from '../src/members/members.queries.ts'
import type { Transaction } from '../src/platform/database.ts'
import { addFollowers, memberWithFollowers } from './drop-audience.ts'
import { mailedToken } from './mailed-token.ts'
import { type Client, openTestApp } from './test-app.ts'
import { onPostgres } from './test-database.ts'
import { unsubscribeTokenOf } from './unsubscribe-token-of.ts'

/** Each changed row takes a millisecond more, so one statement for all of them would take longer than the limit here. */
const rows = 5_500

const app = await openTestApp({}, '?statement_timeout=4000')
const { db, clock } = app.context

let retrying: Client
let stopping: Client
let proof: string
const subscriber = 'everybody@fans.test'

/** A member whose drop has a delivery in this state for each follower. */
async function memberWithDrop(status: string) {
  const member = await memberWithFollowers(app, 0)
  await withoutLimit(trx => addFollowers({ context: { db: trx, clock } }, member.username, rows))
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  const drop = db.selectFrom('drops').select(['id', 'enqueued_at']).orderBy('id', 'desc')
  await vi.waitUntil(async () => (await drop.executeTakeFirst())?.enqueued_at, 30_000)
  const { id } = await drop.executeTakeFirstOrThrow()
  await prepare(sql`update drop_notifications set status = ${status} where drop_id = ${id}`)
  return member
}

/** Prepares without the limits, which a busy machine may exceed. */
const withoutLimit = (change: (trx: Transaction) => Promise<unknown>) =>
  app.withoutTimeouts(unlimited =>
    unlimited.transaction().execute(async trx => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await change(trx)
    }),
  )

const prepare = (statement: RawBuilder<unknown>) => withoutLimit(trx => statement.execute(trx))

/** Lets an account or an address follow the members whose names begin with a word. */
const followAll = (word: string, column: 'user_id' | 'email', value: unknown, count = rows) =>
  prepare(sql`
  with subscriber as (
    insert into follower_registry (${sql.ref(column)}) values (${value})
    on conflict do nothing returning id)
  insert into radr_follows (registry_id, radr_user_id, state)
  select subscriber.id, users.id, 'following' from subscriber, users
  where username like ${`${word}%`} order by users.id limit ${count}`)

beforeAll(async () => {
  if (!onPostgres) return
  const account = await app.member()
  proof = await mailedToken(app, account.email, '/email/confirm')
  await controlMail(db, 'pause', clock.now())
  retrying = await memberWithDrop('failed')
  stopping = await memberWithDrop('pending')
  for (const word of ['left', 'moved'])
    await prepare(sql`insert into users (username, password, email)
      select ${word} || n, '', ${word} || n || '@mail.test' from generate_series(1, ${rows}::int) n`)
  await followAll('left', 'email', subscriber)
  await followAll('moved', 'email', account.email)
  const { id } = await findMemberByName(db, account.username)
  await followAll('moved', 'user_id', id, rows / 2)
  await sql`create function wait() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.001); return new; end $$`.execute(db)
  for (const table of ['drop_notifications', 'radr_follows'])
    await sql
      .raw(`create trigger wait before update on ${table} for each row execute function wait()`)
      .execute(db)
})

const testOnPostgres = test.runIf(onPostgres).concurrent

testOnPostgres('However many mails failed, all are tried again', async () => {
  const { status, body } = await retrying.call<Delivery>('POST', '/api/drops/1/delivery/retry')
  expect([status, body.states]).toMatchObject([200, { pending: rows, failed: 0 }])
})

testOnPostgres('However many mails are pending, a stop skips all', async () => {
  const { status, body } = await stopping.call<Delivery>('POST', '/api/drops/1/delivery/stop')
  expect([status, body.states]).toMatchObject([200, { pending: 0, skipped: rows }])
})

testOnPostgres('However many members an address follows, all are unfollowed', async () => {
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

testOnPostgres(
  'However many members an address follows, they move to the account that proves it',
  async () => {
    const visitor = app.visitor()
    expect((await visitor.call('POST', '/api/email/confirm', { token: proof })).status).toBe(200)
    const { rows: counts } = await sql<{ follows: number; kept: number }>`
    select count(distinct f.id) as follows, count(old_id) as kept
    from follower_registry r join radr_follows f on f.registry_id = r.id
    left join follow_aliases a on a.follow_id = f.id
    where r.user_id is not null
  `.execute(db)
    expect(counts).toEqual([{ follows: rows, kept: rows / 2 }])
  },
)
