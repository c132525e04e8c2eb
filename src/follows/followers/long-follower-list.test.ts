import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp } from '../../../tests/test-app.ts'
import type { Follower } from './followers.schemas.ts'

const visitors = 2_500

const app = await openTestApp()
const { db } = app.context
const star = await app.member('star')
const fan = await app.member('needle')

beforeAll(async () => {
  await fan.call('POST', '/api/users/star/followers', {})
  await sql`insert into follower_registry (email)
    select 'visitor' || n || case when n % 500 = 0 then '_needle' else '' end || '@x.test'
    from generate_series(1, ${visitors}::int) n`.execute(db)
  // The hourly job would delete old unverified follows without a recent confirmation mail.
  await sql`insert into radr_follows
      (registry_id, radr_user_id, state, created_at, last_verification_email)
    select r.id, users.id, case when r.id % 7 = 0 then 'pending' when r.id % 5 = 0 then 'left' else 'following' end, now() - r.id / 3 * interval '2 hours', now()
    from follower_registry r, users where username = 'star' and r.email is not null`.execute(db)
})

const filters = [
  '',
  'status=verified',
  'status=unverified',
  'status=unsubscribed',
  'onlyUsers=true',
  'status=verified&onlyUsers=true',
  'status=unverified&onlyUsers=true',
]

test.each(filters)(
  'The pages of a long list with "%s" have every follower once, in order',
  async filter => {
    for (const sort of ['asc', 'desc']) {
      const { followers, total } = await readPages(`${filter}&sort=${sort}`)
      expect(followers).toHaveLength(total)
      expect(new Set(followers.map(({ id }) => id)).size).toBe(total)
      const times = followers.map(
        ({ created_at, id }) => `${created_at} ${String(id).padStart(9, '0')}`,
      )
      expect(times).toEqual(sort === 'asc' ? times.toSorted() : times.toSorted().reverse())
      for (const { verified, unsubscribed, follower_user_id } of followers) {
        if (filter.includes('status'))
          expect(stateOf({ verified, unsubscribed })).toBe(/status=(\w+)/.exec(filter)?.[1])
        if (filter.includes('onlyUsers')) expect(follower_user_id).toBeTypeOf('number')
      }
    }
  },
)

test('A long list is searched', async () => {
  const found = await readPages('search=NEEDLE')
  expect(found.followers.map(({ email }) => email).toSorted()).toEqual(
    ['needle@mail.test', ...[1, 2, 3, 4, 5].map(n => `visitor${n * 500}_needle@x.test`)].toSorted(),
  )
  expect((await readPages('search=visitor&status=verified')).total).toBeGreaterThan(1_000)
  expect((await readPages('search=nobody')).total).toBe(0)
  expect((await readPages('search=r500_n')).total).toBe(1)
  expect((await readPages('search=r500%25n')).total).toBe(0)
})

test('The file of a long list has every follower once, in the order of the requests', async () => {
  const { response } = await star.call('GET', '/api/followers.csv')
  const rows = (await response.text()).trim().split('\r\n').slice(1)
  const { followers } = await readPages('sort=asc')
  expect(rows.map(row => row.split(',')[0])).toEqual(followers.map(({ email }) => email))
})

test('A page has ten followers', async () => {
  const { body } = await star.call<{ followers: Follower[] }>('GET', '/api/followers')
  expect(body.followers).toHaveLength(10)
})

function stateOf({ verified, unsubscribed }: Pick<Follower, 'verified' | 'unsubscribed'>) {
  if (!verified) return 'unverified'
  return unsubscribed ? 'unsubscribed' : 'verified'
}

async function readPages(query: string) {
  const followers: Follower[] = []
  for (let page = 1; ; page++) {
    const path = `/api/followers?pageSize=100&page=${page}&${query}`
    const { body } = await star.call<{ followers: Follower[]; total: number }>('GET', path)
    followers.push(...body.followers)
    if (body.followers.length === 0) return { followers, total: body.total }
  }
}
