import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, openTestApp } from '../../tests/test-app.ts'
import { addDrops } from '../drops/add-drops.ts'
import { findMemberByName } from '../members/members.queries.ts'
import { setRole } from './admin.queries.ts'
import type { AdminRow } from './admin.schemas.ts'

type Page = { users: AdminRow[]; total: number }

const app = await openTestApp()
const admin = await app.member('Boss')

// Four members, oldest first: followers 0 2 1 1, drops 2 0 1 0.
beforeAll(async () => {
  await setRole(app.context.db, 'boss', 'admin', true)
  const [zoe, al, bea] = [
    await app.member('zoe_x'),
    await app.member('Al'.padEnd(3, '-')),
    await app.member('bea'),
  ]
  const follow = (fan: Client, username: string) =>
    fan.call('POST', `/api/users/${username}/followers`, {})
  await follow(admin, 'zoe_x')
  await follow(bea, 'zoe_x')
  await follow(zoe, 'Al-')
  await follow(al, 'bea')
  await dropOn('Boss', [3, 5])
  await dropOn('Al-', [4])
})

async function dropOn(username: string, days: number[]) {
  const { db } = app.context
  const { id } = await findMemberByName(db, username)
  const timeOf = (day: number) => new Date(Date.UTC(2026, 0, day))
  await addDrops(
    db,
    id,
    days.map((day, index) => ({ number: index + 1, created_at: timeOf(day), list: [] })),
  )
}

const list = async (query = '') => {
  const { status, body } = await admin.call<Page>('GET', `/api/admin/radrs?${query}`)
  expect(status).toBe(200)
  return body
}
const names = async (query = '') => (await list(query)).users.map(({ username }) => username)

test('An admin sees every member, newest first, with the numbers of followers and drops and the last drop', async () => {
  const { users, total } = await list()
  expect(total).toBe(4)
  expect(users.map(({ username }) => username)).toEqual(['bea', 'Al-', 'zoe_x', 'Boss'])
  expect(users[3]).toMatchObject({
    avatar: null,
    followerCount: 0,
    dropCount: 2,
    lastDropDate: '2026-01-05T00:00:00.000Z',
  })
  expect(users[2]).toMatchObject({ followerCount: 2, dropCount: 0, lastDropDate: null })
})

test.each([
  ['created_at', ['Boss', 'zoe_x', 'Al-', 'bea'], ['bea', 'Al-', 'zoe_x', 'Boss']],
  ['username', ['Al-', 'bea', 'Boss', 'zoe_x'], ['zoe_x', 'Boss', 'bea', 'Al-']],
  ['follower_count', ['Boss', 'Al-', 'bea', 'zoe_x'], ['zoe_x', 'bea', 'Al-', 'Boss']],
  ['drop_count', ['zoe_x', 'bea', 'Al-', 'Boss'], ['Boss', 'Al-', 'bea', 'zoe_x']],
  ['last_drop_date', ['Al-', 'Boss', 'zoe_x', 'bea'], ['Boss', 'Al-', 'bea', 'zoe_x']],
])('The list is sorted by %s, and who never dropped has no first date', async (by, asc, desc) => {
  expect(await names(`sortBy=${by}&sortDirection=asc`)).toEqual(asc)
  expect(await names(`sortBy=${by}&sortDirection=desc`)).toEqual(desc)
})

test('The search finds members by part of the username, without case, and takes % and _ literally', async () => {
  expect(await names('search=B')).toEqual(['bea', 'Boss'])
  expect(await names('search=E_X')).toEqual(['zoe_x'])
  expect(await names('search=_')).toEqual(['zoe_x'])
  expect(await list(`search=${encodeURIComponent('%')}`)).toEqual({ users: [], total: 0 })
})

test.each(['page=0', 'pageSize=0', 'pageSize=101', 'sortBy=password', 'sortDirection=down'])(
  'A request for the list with %s is rejected',
  async query => {
    expect((await admin.call('GET', `/api/admin/radrs?${query}`)).status).toBe(400)
  },
)

test('A member who is not an admin is rejected, from the request after the role was revoked', async () => {
  const member = await app.member('passing')
  const status = async () => (await member.call('GET', '/api/admin/radrs')).status
  expect(await status()).toBe(403)
  await setRole(app.context.db, 'PASSING', 'admin', true)
  expect(await status()).toBe(200)
  await setRole(app.context.db, 'passing', 'admin', false)
  expect(await status()).toBe(403)
  expect((await app.visitor().call('GET', '/api/admin/radrs')).status).toBe(401)
})

test.each(['sortBy=created_at', 'sortBy=follower_count'])(
  'The pages of a long list with %s have every member once, in either order',
  async query => {
    await sql`insert into users (username, email, password, created_at)
    select 'many' || n || ${query.length}, n || ${query} || '@many.test', '', now() - n % 50 * interval '2 days'
    from generate_series(1, 1300) n`.execute(app.context.db)
    expect((await list()).users).toHaveLength(10)
    const readPages = async (direction: string) => {
      const users: AdminRow[] = []
      for (let page = 1; ; page++) {
        const found = await list(`pageSize=100&page=${page}&sortDirection=${direction}&${query}`)
        users.push(...found.users)
        if (found.users.length === 0) return { users, total: found.total }
      }
    }
    const { users, total } = await readPages('desc')
    expect(new Set(users.map(({ id }) => id)).size).toBe(total)
    if (query.endsWith('created_at')) {
      const times = users.map(({ created_at }) => created_at)
      expect(times).toEqual(times.toSorted().reverse())
    }
    expect((await readPages('asc')).users).toEqual(users.toReversed())
  },
)
