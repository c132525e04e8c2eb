// @module-tag both-engines
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day, openTestApp, type TestApp } from '../../tests/test-app.ts'
import { proveEmail } from './confirm-email.ts'
import { findMemberByName, type Member } from './members.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day)
type Follow = { verified?: boolean; unsubscribed?: boolean; on: number; left?: number }

async function newMember(): Promise<Member> {
  const { username } = await app.member()
  return findMemberByName(app.context.db, username)
}

/** A row of the registry with follows of the given members. */
async function registryRow(
  who: { email: string } | { user_id: number },
  follows: [Member, Follow][] = [],
) {
  const { db } = app.context
  const { id } = await db
    .insertInto('follower_registry')
    .values(who)
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (const [
    { id: radr_user_id },
    { verified = true, unsubscribed = false, on, left },
  ] of follows) {
    const follow = await db
      .insertInto('radr_follows')
      .values({
        registry_id: id,
        radr_user_id,
        verified,
        unsubscribed,
        created_at: at(on),
        last_subscription_date: verified ? at(on) : null,
        unsubscribed_date: left === undefined ? null : at(left),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(follow.id)
  }
  return { id, ids }
}

const prove = ({ id }: Member) =>
  app.context.db.transaction().execute(trx => proveEmail(trx, id, new Date()))

const rowOf = ({ id }: Member) =>
  app.context.db
    .selectFrom('follower_registry')
    .selectAll()
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()

const findFollow = (id: number | undefined) =>
  app.context.db
    .selectFrom('radr_follows')
    .selectAll()
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow()

const findRow = (id: number) =>
  app.context.db.selectFrom('follower_registry').selectAll().where('id', '=', id).executeTakeFirst()

test('Who followed nobody gets a row with both the account and the address', async () => {
  const member = await newMember()
  await prove(member)
  expect(await rowOf(member)).toMatchObject({ email: member.email, mail_stopped_at: null })
})

test('An account’s own follows stay as they are', async () => {
  const member = await newMember()
  const row = await registryRow({ user_id: member.id }, [[await newMember(), { on: 1 }]])
  await prove(member)
  expect(await rowOf(member)).toMatchObject({ id: row.id, email: member.email })
  expect(await findFollow(row.ids[0])).toMatchObject({ registry_id: row.id, unsubscribed: false })
})

test('What the address followed before, and its wish for no mail, become the account’s', async () => {
  const member = await newMember()
  const [first, second] = [await newMember(), await newMember()]
  const row = await registryRow({ email: member.email.toUpperCase() }, [
    [first, { on: 1 }],
    [second, { on: 2, verified: false }],
  ])
  await app.context.db
    .updateTable('follower_registry')
    .set({ mail_stopped_at: at(3) })
    .where('id', '=', row.id)
    .execute()
  await prove(member)
  const own = await rowOf(member)
  expect(own).toMatchObject({ email: member.email, mail_stopped_at: at(3) })
  expect(await findFollow(row.ids[0])).toMatchObject({ registry_id: own.id, verified: true })
  expect(await findFollow(row.ids[1])).toMatchObject({ registry_id: own.id, verified: false })
  const rest = await app.context.db
    .selectFrom('follower_registry')
    .select('id')
    .where('email', 'ilike', member.email)
    .execute()
  expect(rest).toEqual([{ id: own.id }])
})

const left = { unsubscribed: true }
test.each<[string, Follow, Follow, 'account' | 'visitor']>([
  ['both follow, the address since later', { on: 1 }, { on: 2 }, 'visitor'],
  ['both follow, the account since later', { on: 2 }, { on: 1 }, 'account'],
  ['both follow since the same time', { on: 1 }, { on: 1 }, 'account'],
  ['the address left last', { on: 2 }, { on: 1, ...left, left: 3 }, 'visitor'],
  ['the account left last', { on: 1, ...left, left: 3 }, { on: 2 }, 'account'],
  [
    'the address came back after the account left',
    { on: 1, ...left, left: 3 },
    { on: 4 },
    'visitor',
  ],
  ['the address asked last but never confirmed', { on: 1 }, { on: 5, verified: false }, 'account'],
])('Where %s, the %s’s follow stays: %o %o', async (_case, accounts, visitors, stays) => {
  const member = await newMember()
  const followed = await newMember()
  const account = await registryRow({ user_id: member.id }, [[followed, accounts]])
  const visitor = await registryRow({ email: member.email }, [[followed, visitors]])
  await prove(member)
  const [survivor, loser] =
    stays === 'account' ? [account.ids[0], visitor.ids[0]] : [visitor.ids[0], account.ids[0]]
  const kept = stays === 'account' ? accounts : visitors
  expect(await findFollow(survivor)).toMatchObject({
    registry_id: account.id,
    verified: kept.verified ?? true,
    unsubscribed: kept.unsubscribed ?? false,
    merged_into: null,
  })
  const set = await findFollow(loser)
  expect(set).toMatchObject({ unsubscribed: true, merged_into: survivor })
  expect(await findRow(set.registry_id)).toMatchObject({
    email: null,
    user_id: null,
    merged_into: account.id,
  })
  expect(await findRow(visitor.id)).toBeUndefined()
  expect(await rowOf(member)).toMatchObject({ id: account.id, email: member.email })
})

test('Several doubles and single follows join at once', async () => {
  const member = await newMember()
  const [a, b, c, d] = [await newMember(), await newMember(), await newMember(), await newMember()]
  const account = await registryRow({ user_id: member.id }, [
    [a, { on: 1 }],
    [b, { on: 9 }],
    [c, { on: 1 }],
  ])
  const visitor = await registryRow({ email: member.email }, [
    [a, { on: 5 }],
    [b, { on: 5 }],
    [d, { on: 5 }],
  ])
  await prove(member)
  const active = await app.context.db
    .selectFrom('radr_follows')
    .select('id')
    .where('registry_id', '=', account.id)
    .orderBy('radr_user_id')
    .execute()
  expect(active.map(({ id }) => id)).toEqual([
    visitor.ids[0],
    account.ids[1],
    account.ids[2],
    visitor.ids[2],
  ])
})

test('Proving twice at once merges once', async () => {
  const member = await newMember()
  const followed = await newMember()
  await registryRow({ user_id: member.id }, [[followed, { on: 1 }]])
  await registryRow({ email: member.email }, [[followed, { on: 2 }]])
  await Promise.all([prove(member), prove(member), prove(member)])
  const retired = await app.context.db
    .selectFrom('follower_registry')
    .select('id')
    .where('merged_into', '=', (await rowOf(member)).id)
    .execute()
  expect(retired).toHaveLength(1)
})

test('A deleted account takes its follows, also those set aside, with it', async () => {
  const member = await newMember()
  const followed = await newMember()
  await registryRow({ user_id: member.id }, [[followed, { on: 1 }]])
  await registryRow({ email: member.email }, [[followed, { on: 2 }]])
  await prove(member)
  await app.context.db.deleteFrom('users').where('id', '=', member.id).execute()
  const rest = await app.context.db
    .selectFrom('radr_follows')
    .select('id')
    .where('radr_user_id', '=', followed.id)
    .execute()
  expect(rest).toEqual([])
})
