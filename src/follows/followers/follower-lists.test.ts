import { beforeAll, describe, expect, test } from 'vitest'
import { confirmedMember } from '../../../tests/member-actions.ts'
import { type Client, type Member, openTestApp } from '../../../tests/test-app.ts'
import type { Follower } from './followers.schemas.ts'

type Page = { followers: Follower[]; total: number }

const app = await openTestApp()

/** Somebody without an account who asked to follow, in the state that is given. */
async function addVisitor(memberId: number, email: string, state: object, created = new Date()) {
  const { db } = app.context
  const registry = await db
    .insertInto('follower_registry')
    .values({ email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const follow = await db
    .insertInto('radr_follows')
    .values({ registry_id: registry.id, radr_user_id: memberId, created_at: created, ...state })
    .returning('id')
    .executeTakeFirstOrThrow()
  return follow.id
}

const list = async (member: Client, query = '') => {
  const { status, body } = await member.call<Page>('GET', `/api/followers?${query}`)
  expect(status).toBe(200)
  return body
}
const emails = async (member: Client, query = '') =>
  (await list(member, query)).followers.map(({ email }) => email)

describe('A member’s followers', () => {
  let member: Member
  let fan: Member
  const left = new Date('2026-01-05T00:00:00.000Z')

  beforeAll(async () => {
    member = await app.member()
    fan = await app.member('Fan_One')
    const { id } = member
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    // The hourly job would delete a follow without a recent mail.
    await addVisitor(id, 'Pending@x.test', { last_verification_email: new Date() }, at(1))
    await addVisitor(id, 'a_b@x.test', { state: 'following', last_subscription_date: at(3) }, at(2))
    await addVisitor(id, 'a%b@x.test', { state: 'following' }, at(2))
    await addVisitor(id, 'gone@x.test', { state: 'left', unsubscribed_date: left }, at(4))
    await fan.call('POST', `/api/users/${member.username}/followers`, {})
  })

  test('have an account’s id and name only when they are members', async () => {
    const { followers } = await list(member)
    const [first, second] = followers
    expect(first).toMatchObject({
      email: fan.email,
      username: 'Fan_One',
      follower_user_id: fan.id,
      verified: true,
      unsubscribed: false,
    })
    expect(second).toEqual({
      id: second?.id,
      email: 'gone@x.test',
      avatar: null,
      username: null,
      verified: true,
      unsubscribed: true,
      unsubscribed_date: left.toISOString(),
      last_subscription_date: null,
      created_at: '2026-01-04T00:00:00.000Z',
    })
    expect(await emails(member, 'onlyUsers=true')).toEqual([fan.email])
    expect((await list(member, 'onlyUsers=false')).total).toBe(5)
  })

  test('are not named before they confirmed, whoever typed their email', async () => {
    const star = await app.member()
    const { email } = await confirmedMember(app)
    await app.visitor().call('POST', `/api/users/${star.username}/followers`, { email })
    const { followers } = await list(star)
    expect(followers).toEqual([expect.objectContaining({ email, username: null, verified: false })])
    expect(followers[0]).not.toHaveProperty('follower_user_id')
    expect(await emails(star, 'onlyUsers=true')).toEqual([])
  })

  test('are filtered by status: confirmed, not yet confirmed, or left', async () => {
    const confirmed = await emails(member, 'status=verified')
    expect(confirmed).toEqual([fan.email, 'a%b@x.test', 'a_b@x.test'])
    expect(await emails(member, 'status=unverified')).toEqual(['Pending@x.test'])
    expect(await emails(member, 'status=unsubscribed')).toEqual(['gone@x.test'])
  })

  test.each(['page=0', 'page=x', 'pageSize=101', 'sort=up', 'status=gone', 'onlyUsers=1'])(
    'are not returned for a query with %s',
    async query => {
      expect((await member.call('GET', `/api/followers?${query}`)).status).toBe(400)
    },
  )

  test('are visible to the member only', async () => {
    expect(await list(fan)).toEqual({ followers: [], total: 0 })
  })
})
