import { beforeEach, expect, test } from 'vitest'
import { drainQueue } from '../../../tests/drain-queue.ts'
import { addFollowers, saveTracks } from '../../../tests/drop-audience.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { confirmEmail, follow } from '../../../tests/member-actions.ts'
import { day, type Member, openTestApp, runJob } from '../../../tests/test-app.ts'
import { purgeUnconfirmed } from '../../follows/confirmation/purge-unconfirmed.job.ts'
import { accountParts } from '../../operations/account-parts.ts'
import { purgeExpired } from '../purge-expired.job.ts'
import { eraseAccount } from './delete-account.ts'
import { removeAccount } from './remove-account.job.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())

const password = 'correct horse'
const remove = (member: Member, body: object = { username: member.username, password }) =>
  member.call('POST', '/api/user/delete', body)
const statusOf = async (path: string) => (await app.visitor().call('GET', path)).status
const register = (username: string, email = `${username}@else.test`) =>
  app.visitor().call('POST', '/api/register', { username, email, password })
const removed = () => drainQueue(app, 'remove-account')

const idsIn = async (table: 'users' | 'follower_registry' | 'radr_follows' | 'drops') =>
  (await app.context.db.selectFrom(table).select('id').execute()).map(({ id }) => id)

test('An account is deleted by its password and its typed name, not by anything else', async () => {
  const member = await app.member('Leaver')
  const wrong = await remove(member, { username: 'Leaver', password: 'wrong' })
  expect(wrong).toMatchObject({ status: 403, body: { code: 'wrong_password', field: 'password' } })
  const other = await remove(member, { username: 'somebody', password })
  expect(other).toMatchObject({ status: 400, body: { field: 'username' } })
  expect((await member.call('GET', '/api/user')).status).toBe(200)
  expect((await remove(member, { username: ' leaver ', password })).status).toBe(204)
  expect((await member.call('GET', '/api/user')).status).toBe(401)
  expect(await statusOf('/api/profile/Leaver')).toBe(404)
  const logIn = { email: member.email, password }
  expect((await app.visitor().call('POST', '/api/login', logIn)).status).toBe(401)
})

test('All that belongs to a deleted account goes with it, and the emails that follow nobody else', async () => {
  const [member, star] = [await app.member(), await app.member()]
  const { db } = app.context
  const { id } = member
  await saveTracks(member, 3)
  await follow(member, star)
  await follow(star, member)
  for (const email of ['only@fans.test', 'both@fans.test']) {
    await follow(app.visitor(), member, email)
    await mailedToken(app, email, '/follow/confirm')
  }
  await follow(app.visitor(), star, 'both@fans.test')
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  await drainQueue(app, 'deliver-drop')
  expect((await remove(member)).status).toBe(204)
  await removed()
  expect(await idsIn('users')).not.toContain(id)
  const left = await db
    .selectFrom('radr_follows')
    .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
    .select(['radr_user_id', 'user_id'])
    .execute()
  expect(left.filter(row => row.radr_user_id === id || row.user_id === id)).toEqual([])
  await runJob(purgeUnconfirmed, app.context, {})
  const addresses = await db.selectFrom('follower_registry').select('email').execute()
  expect(addresses.map(({ email }) => email)).toContain('both@fans.test')
  expect(addresses.map(({ email }) => email)).not.toContain('only@fans.test')
  const path = `/api/users/${star.username}/followers-count`
  expect((await app.visitor().call('GET', path)).body).toEqual({ followerCount: 0 })
  for (const table of ['drops', 'tracks', 'sessions'] as const) {
    const rows = await db.selectFrom(table).select('id').where('user_id', '=', id).execute()
    expect(rows, table).toEqual([])
  }
})

test('Before its rows are removed, the email of a deleted account is in no list, and free for a follow of its own', async () => {
  const { db, clock } = app.context
  const [leaver, star, other] = [await app.member(), await app.member(), await app.member()]
  await confirmEmail(app, leaver)
  await follow(leaver, star)
  const visitor = app.visitor()
  await follow(visitor, other, leaver.email)
  const earlier = await mailedToken(app, leaver.email, '/follow/confirm')
  const { id } = leaver
  // The job is run below, as by a worker that starts later.
  const queue = { send: async () => {} }
  await db.transaction().execute(trx => eraseAccount({ queue, clock, accountParts }, trx, id))
  const { body: list } = await star.call('GET', '/api/followers')
  expect(list).toMatchObject({ total: 1, followers: [{ username: null, unsubscribed: true }] })
  expect(JSON.stringify(list)).not.toContain(leaver.email)
  const [local = ''] = leaver.email.split('@')
  const found = await star.call('GET', `/api/followers?search=${local}`)
  expect(found.body).toMatchObject({ total: 0 })
  const csv = await star.call('GET', '/api/followers.csv')
  expect(await csv.response.text()).not.toContain(local)
  const confirm = (token: string) => visitor.call('POST', '/api/follows/confirm', { token })
  expect((await confirm(earlier)).status).toBe(400)
  expect((await follow(visitor, other, leaver.email)).status).toBe(202)
  const anew = await mailedToken(app, leaver.email, '/follow/confirm', { count: 2 })
  expect((await confirm(anew)).status).toBe(200)
  await runJob(removeAccount, { ...app.context, accountParts }, { userId: id })
  const path = `/api/users/${other.username}/followers-count`
  expect((await visitor.call('GET', path)).body).toEqual({ followerCount: 1 })
})

test('Mail that waits when an account is deleted is not sent', async () => {
  const [member, star] = [await app.member(), await app.member()]
  const { db, clock } = app.context
  await saveTracks(member, 1)
  await saveTracks(star, 1)
  await follow(member, star)
  await addFollowers(app, member.username, 2)
  await drainQueue(app, 'confirm-email')
  app.mailbox.clear()
  await db.updateTable('mail_flow').set({ paused_at: clock.now() }).execute()
  for (const dropper of [member, star])
    expect((await dropper.call('POST', '/api/drops', {})).status).toBe(201)
  await drainQueue(app, 'deliver-drop')
  expect((await remove(member)).status).toBe(204)
  await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  await removed()
  app.pass(day)
  await expect
    .poll(() => db.selectFrom('drop_notifications').select('status').execute())
    .toSatisfy((rows: { status: string }[]) =>
      rows.every(({ status }) => status === 'skipped' || status === 'sent'),
    )
  expect(app.mailbox.mails).toEqual([])
})

test('The name of a deleted account, and the one before, can be taken by nobody as long as they are reserved', async () => {
  const member = await app.member('first-name')
  await member.call('PUT', '/api/user/username', { username: 'last-name' })
  expect((await remove({ ...member, username: 'last-name' })).status).toBe(204)
  await removed()
  for (const name of ['LAST-name', 'first-name']) {
    expect(await register(name)).toMatchObject({ status: 409, body: { code: 'username_taken' } })
    const check = await app.visitor().call('POST', '/api/username-available', { username: name })
    expect(check.body).toMatchObject({ available: false })
  }
  expect((await register('same-address', member.email)).status).toBe(201)
  app.pass(91 * day)
  expect((await register('first-name')).status).toBe(201)
  app.pass(273 * day)
  expect((await register('last-name')).status).toBe(409)
  app.pass(2 * day)
  expect((await register('last-name')).status).toBe(201)
  await runJob(purgeExpired, app.context, {})
  expect(await app.context.db.selectFrom('deleted_usernames').selectAll().execute()).toEqual([])
})

test('Deleting twice at the same time deletes once', async () => {
  const member = await app.member()
  const statuses = (await Promise.all([remove(member), remove(member)])).map(({ status }) => status)
  expect(statuses.filter(status => status === 204)).toHaveLength(1)
  await removed()
  expect(await statusOf(`/api/profile/${member.username}`)).toBe(404)
})
