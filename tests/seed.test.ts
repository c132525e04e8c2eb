import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedStatements } from '../scripts/seed-statements.ts'
import type { Database } from '../src/platform/database.ts'
import { openTestDatabase } from './test-database.ts'

const members = 520
let databases: Awaited<ReturnType<typeof openTestDatabase>>[]
beforeAll(async () => {
  databases = await Promise.all([openTestDatabase(), openTestDatabase()])
  for (const { db } of databases) {
    await db.transaction().execute(async trx => {
      for (const [, statements] of seedStatements(members, 'hash'))
        for (const statement of statements) await sql.raw(statement).execute(trx)
    })
  }
})
afterAll(() => Promise.all(databases.map(database => database.close())))

test('The same number of members gives the same data each time', async () => {
  const [first, second] = await Promise.all(databases.map(({ db }) => contentsOf(db)))
  expect(first).toEqual(second)
})

test('The members that benchmarks sign in as have the expected followers, follows and drops', async () => {
  const db = databases[0]?.db as Database
  const { rows } = await sql<{
    username: string
    followers: number
    follows: number
    drops: number
  }>`
    select username, is_admin,
      (select count(*) from radr_follows where radr_user_id = users.id) as followers,
      (select count(*) from radr_follows f join follower_registry r on r.id = f.registry_id
        where r.user_id = users.id and verified and not unsubscribed) as follows,
      (select count(*) from drops where user_id = users.id) as drops
    from users where username in ('star', 'fan500', 'plain', 'theboss') order by users.id`.execute(
    db,
  )
  expect(rows).toMatchObject([
    { username: 'star', followers: members - 1, drops: 60 },
    { username: 'fan500', is_admin: false, follows: 500 },
    { username: 'plain', followers: 20 },
    { username: 'theboss', is_admin: true },
  ])
})

test('Ids of new rows continue after the seeded ones', async () => {
  const db = databases[1]?.db as Database
  const { id } = await db
    .insertInto('users')
    .values({ username: 'newcomer', password: 'hash', email: 'new@mail.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(members + 1)
})

test('Seeded counts are what counting gives', async () => {
  const db = databases[0]?.db as Database
  const { rows } = await sql`
    select recount_follows(array(select id from users))
    union all select recount_drops(array(select id from users))
    union all select recount_deliveries(array(select id from drops))
    union all select registry_id from radr_follows join follower_registry r on r.id = registry_id
      where by_account <> (r.user_id is not null)
    union all select recopy_search_texts(array(select id from users))`.execute(db)
  expect(rows).toEqual([])
})

/** A checksum of each table's rows, without what depends on the day. */
async function contentsOf(db: Database) {
  const { rows } = await sql<{ contents: string }>`
    select md5(string_agg(row, ';' order by row)) as contents from (
      select 'user ' || username || email from users
      union all select 'follow ' || registry_id || ' ' || radr_user_id || verified || unsubscribed
        from radr_follows
      union all select 'drop ' || user_id || ' ' || drop_number || ' ' || coalesce(note, '')
        || drop_followers from drops
      union all select 'track ' || drop_id || ' ' || rank || spotify_track_id from drop_tracks
      union all select 'list ' || user_id || ' ' || rank || spotify_track_id from tracks
      union all select 'delivery ' || drop_id || ' ' || follow_id || status from drop_notifications
    ) rows (row)`.execute(db)
  return rows
}
