import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../tests/test-app.ts'
import type { Followed, FollowingPage } from '../follows.schemas.ts'

const total = 130

const app = await openTestApp()
const reader = await app.member('reader')

/** Many members share the time of their follow, of their last drop or their number of drops. */
beforeAll(async () => {
  const { db } = app.context
  await app.member('first')
  await reader.call('POST', '/api/users/first/followers', {})
  await app.member('left')
  await reader.call('POST', '/api/users/left/followers', {})
  await reader.call('POST', '/api/unfollow/left')
  await sql`insert into users (username, email, password)
    select case when n % 2 = 0 then 'Even' else 'odd' end || n, 'm' || n || '@x.test', ''
    from generate_series(2, ${total}::int) n`.execute(db)
  await sql`insert into radr_follows (registry_id, radr_user_id, state, created_at)
    select registry.id, users.id, 'following', now() - users.id / 10 * interval '1 day'
    from users, follower_registry registry join users reader on reader.id = registry.user_id
    where reader.username = 'reader' and users.username ~ '[0-9]'`.execute(db)
  await sql`insert into drops (user_id, drop_number, movement, created_at)
    select id, number, '{}', now() - id / 20 * interval '1 day' - number * interval '7 days'
    from users, generate_series(1, id % 4) number where username ~ '[0-9]'`.execute(db)
})

describe('The pages of a long list of followed members', () => {
  const keys: Record<string, (row: Followed) => string | number | null> = {
    followDate: row => row.followDate,
    username: row => row.username.toLowerCase(),
    lastDrop: row => row.lastDropDate,
    dropCount: row => row.dropCount,
  }

  for (const [sort, keyOf] of Object.entries(keys)) {
    for (const direction of ['asc', 'desc']) {
      test(`have everyone once, sorted by ${sort}, ${direction}`, async () => {
        const rows = await readPages(`sort=${sort}&direction=${direction}`)
        expect(new Set(rows.map(({ username }) => username)).size).toBe(total)
        expect(rows).toHaveLength(total)
        const known = rows.map(keyOf).filter(key => key !== null)
        const ascending = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(known).toEqual(direction === 'asc' ? ascending : ascending.toReversed())
        expect(rows.map(keyOf).slice(known.length)).toEqual(Array(total - known.length).fill(null))
      })
    }
  }

  test('are searched by username without case, in the whole list', async () => {
    const found = await read('search=EVEN1&page=1&sort=username&direction=asc')
    expect(found.total).toBe(21)
    expect(found.following.slice(0, 3).map(({ username }) => username)).toEqual([
      'Even10',
      'Even100',
      'Even102',
    ])
    expect(await read('search=nobody&page=1')).toEqual({ following: [], total: 0 })
    expect(await read('search=%25&page=1')).toEqual({ following: [], total: 0 })
  })

  test('have 30 members by default; after the last page comes an empty one', async () => {
    expect((await read('page=1')).following).toHaveLength(30)
    expect((await read('page=5')).following).toHaveLength(total - 4 * 30)
    expect(await read('page=6')).toEqual({ following: [], total })
  })

  test.each([
    'page=0',
    'page=',
    'page=x',
    'page=100001',
    'page=1&pageSize=0',
    'page=1&pageSize=101',
    'page=1&sort=email',
    'page=1&direction=up',
    `page=1&search=${'x'.repeat(101)}`,
  ])('are not returned for a query with %s', async query => {
    expect((await reader.call('GET', `/api/follows/following?${query}`)).status).toBe(400)
  })
})

test('A call without a query returns the whole list, the newest follow first, without those who were unfollowed', async () => {
  const { body } = await reader.call<Followed[]>('GET', '/api/follows/following')
  expect(body.map(row => ({ ...row, tracks: [] }))).toEqual(
    await readPages('sort=followDate&direction=desc'),
  )
  expect(body.map(({ username }) => username)).not.toContain('left')
  const { rows } = await sql<Partial<Followed> & { last: Date | null }>`
    select f.id as "followId", username, count(d.id) as "dropCount", max(d.created_at) as last
    from radr_follows f join users on users.id = f.radr_user_id
    left join drops d on d.user_id = users.id
    where not unsubscribed group by f.id, username`.execute(app.context.db)
  for (const { last, ...row } of rows) {
    const lastDropDate = last?.toISOString() ?? null
    expect(body).toContainEqual(expect.objectContaining({ ...row, lastDropDate }))
  }
})

const read = async (query: string) => {
  const { status, body } = await reader.call<FollowingPage>(
    'GET',
    `/api/follows/following?${query}`,
  )
  expect(status).toBe(200)
  return body
}

async function readPages(query: string): Promise<Followed[]> {
  const rows: Followed[] = []
  for (let page = 1; ; page++) {
    const { following, total: counted } = await read(`${query}&pageSize=40&page=${page}`)
    expect(counted).toBe(total)
    if (following.length === 0) return rows
    rows.push(...following)
  }
}
