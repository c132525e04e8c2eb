import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seedStatements } from '../../bench/seed-statements.ts'
import { findMemberByName } from '../../src/members/members.queries.ts'
import type { Database } from '../../src/platform/database.ts'
import { decideHistory } from '../../src/tracks/movement/decide-movement.ts'
import { openTestDatabase } from '../test-database.ts'

const members = 520
let db: Database
beforeAll(async () => {
  const database = await openTestDatabase()
  db = database.db
  await db.transaction().execute(async trx => {
    for (const [, statements] of seedStatements(members, 'hash'))
      for (const statement of statements) await sql.raw(statement).execute(trx)
  })
  return database.close
})

test('The members that benchmarks sign in as have the expected followers, follows and drops', async () => {
  const { rows } = await sql<{
    username: string
    followers: number
    follows: number
    drops: number
  }>`
    select username, is_admin,
      (select count(*) from radr_follows where radr_user_id = users.id) as followers,
      (select count(*) from radr_follows f join follower_registry r on r.id = f.registry_id
        where r.user_id = users.id and state = 'following') as follows,
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
  const { id } = await db
    .insertInto('users')
    .values({ username: 'newcomer', password: 'hash', email: 'new@mail.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(members + 1)
})

test('Seeded counts are what counting gives', async () => {
  const { rows } = await sql`
    select recount_follows(array(select id from users))
    union all select recount_drops(array(select id from users))
    union all select registry_id from radr_follows join subscribers s on s.id = registry_id
      where by_account <> (user_id is not null) or search_text is distinct from lower(address)`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('Seeded movement is what deciding gives', async () => {
  for (const username of ['star', 'plain']) {
    const drops = await db
      .selectFrom('drops')
      .select(['drops.id', 'drop_number as number', 'drops.created_at', 'movement'])
      .where('user_id', '=', (await findMemberByName(db, username)).id)
      .orderBy('drop_number')
      .execute()
    const tracks = await db
      .selectFrom('drop_tracks')
      .selectAll()
      .where(
        'drop_id',
        'in',
        drops.map(({ id }) => id),
      )
      .orderBy('rank')
      .execute()
    const tracksOf = Map.groupBy(tracks, ({ drop_id }) => drop_id)
    const history = drops.map(drop => ({ ...drop, tracks: tracksOf.get(drop.id) ?? [] }))
    const decided = decideHistory(
      history.map(drop => ({ ...drop, list: drop.tracks.map(track => track.spotify_track_id) })),
    )
    expect(history).toMatchObject(decided)
    expect(new Set(tracks.map(({ drop_count }) => drop_count)).size).toBe(7)
  }
})
