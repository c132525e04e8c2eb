import { beforeAll, expect, test } from 'vitest'
import { waitingTransactions } from '../../../tests/database/waiting-transactions.ts'
import { drainQueue } from '../../../tests/drain-queue.ts'
import {
  deliveryOf,
  memberWithFollowers,
  saveTracks,
  statesOf,
} from '../../../tests/drop-audience.ts'
import { mailedToken } from '../../../tests/mailed-token.ts'
import { followersOf } from '../../../tests/member-actions.ts'
import { type Client, day, openTestApp } from '../../../tests/test-app.ts'
import { onPostgres } from '../../../tests/test-database.ts'
import { computeCharts } from '../../charts/compute-charts.job.ts'
import { controlMail } from '../../mail/pausing/mail-controls.ts'
import { setRole } from '../admin.queries.ts'
import type { AdminRow } from '../admin.schemas.ts'
import { hideMember } from './moderate.ts'
import type { ModerationAction } from './moderation.schemas.ts'

const app = await openTestApp()
const { db, clock } = app.context
const admin = await app.member('boss')
const fan = await app.member('fan')
const star = await memberWithFollowers(app, 3)
const reason = 'The note of drop 1 names a private person.'

const hide = (username: string, because = reason, client: Client = admin) =>
  client.call('POST', `/api/admin/members/${username}/hide`, { reason: because })
const show = (username: string) =>
  admin.call('POST', `/api/admin/members/${username}/show`, { reason: 'The note is gone.' })
const log = async () =>
  (await admin.call<ModerationAction[]>('GET', '/api/admin/moderation')).body.map(
    ({ admin, username, action, reason }) => [admin, username, action, reason],
  )

beforeAll(async () => {
  await setRole(db, 'boss', 'admin', true)
  await saveTracks(fan)
  await fan.call('POST', `/api/users/${star.username}/followers`, {})
  await star.call('POST', '/api/drops', { note: 'First' })
})

/** Everything public that names the member. */
const publicPaths = () => [
  `/api/profile/${star.username}`,
  `/api/users/${star.username}/drops`,
  `/api/users/${star.username}/drops/1`,
  `/api/users/${star.username}/drops-count`,
  `/api/users/${star.username}/followers-count`,
  `/api/users/${star.username}/rank-history`,
  `/api/oembed?url=http://radr.test/${star.username}`,
  `/${star.username}`,
  `/${star.username}/drops`,
  `/${star.username}/drops/1`,
  `/${star.username}/embed`,
  `/${star.username}/drops/1/embed`,
  `/${star.username}/feed.atom`,
  `/cards/members/${star.username}/current.png`,
  `/cards/drops/${star.username}/1/current.png`,
]
async function expectStatus(expected: 'found' | 404) {
  for (const path of publicPaths()) {
    const { status } = await app.hono.request(`http://radr.test${path}`)
    expect(status < 400 ? 'found' : status, path).toBe(expected)
  }
}

/** Lists that other members and visitors read, as text. */
async function lists(): Promise<string> {
  await computeCharts(db)
  const calls = [
    '/api/charts/top-users',
    '/api/tracks/4uLU6hMCjMI75M1A2tKUQC',
    '/api/tracks/4uLU6hMCjMI75M1A2tKUQC/lists',
    '/api/feed?page=1',
  ]
  const bodies = await Promise.all(calls.map(async path => (await fan.call('GET', path)).body))
  return JSON.stringify(bodies)
}

test('A hidden member is found nowhere, and everywhere again when shown', async () => {
  await expect.poll(() => star.reached().length).toBe(3)
  await expectStatus('found')
  expect((await lists()).split(`"${star.username}"`).length).toBeGreaterThan(4)

  expect((await hide(star.username.toUpperCase())).status).toBe(204)
  await expectStatus(404)
  expect(await lists()).not.toContain(`"${star.username}"`)
  const follow = await app
    .visitor()
    .call('POST', `/api/users/${star.username}/followers`, { email: 'new@mail.test' })
  expect(follow.status).toBe(404)

  expect((await show(star.username)).status).toBe(204)
  await expectStatus('found')
  expect((await lists()).split(`"${star.username}"`).length).toBeGreaterThan(4)
})

test('A hidden member keeps the list, reads the reason, and cannot drop; followers see nothing of them', async () => {
  await hide(star.username)
  expect((await star.call('GET', '/api/user')).body).toMatchObject({ hidden_reason: reason })
  expect((await star.call<unknown[]>('GET', '/api/tracks')).body).toHaveLength(1)
  app.pass(8 * day)
  await saveTracks(star, 2)
  expect(await star.call('POST', '/api/drops', {})).toMatchObject({
    status: 403,
    body: { code: 'member_hidden' },
  })
  const leave = (client: Client, username: string) => [
    client.call('DELETE', `/api/users/${username}/followers`),
    client.call('POST', `/api/unfollow/${username}`),
  ]
  for (const client of [fan, await app.member()])
    expect(await Promise.all(leave(client, star.username))).toEqual(
      await Promise.all(leave(client, 'nobody')),
    )
  expect((await fan.call('GET', '/api/follows/following')).body).toEqual([])
  expect((await fan.call('GET', '/api/follows/following?page=1')).body).toEqual({
    following: [],
    total: 0,
  })
  await show(star.username)
  expect((await fan.call('DELETE', `/api/users/${star.username}/followers`)).status).toBe(200)
  expect((await star.call('GET', '/api/user')).body).toMatchObject({ hidden_reason: null })
})

test('A hidden member follows nobody new, and whom they follow sees the email alone', async () => {
  const [hidden, idol, other] = [await app.member(), await app.member(), await app.member()]
  await hidden.call('POST', `/api/users/${idol.username}/followers`, {})
  const listed = () => followersOf(idol)
  expect(await listed()).toMatchObject([{ email: hidden.email, username: hidden.username }])
  const request = { email: 'late@mail.test' }
  await app.visitor().call('POST', `/api/users/${hidden.username}/followers`, request)
  const token = await mailedToken(app, request.email, '/follow/confirm')
  const confirm = () => app.visitor().call('POST', '/api/follows/confirm', { token })

  await hide(hidden.username)
  expect(await hidden.call('POST', `/api/users/${other.username}/followers`, {})).toMatchObject({
    status: 403,
    body: {
      code: 'member_hidden',
      message: 'An administrator has hidden you, so you cannot follow anybody for now.',
    },
  })
  const [row, ...others] = await listed()
  expect(others).toEqual([])
  expect(row).toMatchObject({ email: hidden.email, username: null, avatar: null, verified: true })
  expect(row).not.toHaveProperty('follower_user_id')
  const file = await idol.call('GET', '/api/followers.csv')
  expect(await file.response.text()).not.toContain(`,${hidden.username},`)
  const confirmed = await confirm()
  expect(confirmed).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
  expect(JSON.stringify(confirmed.body)).not.toContain(hidden.username)

  await show(hidden.username)
  expect(await listed()).toMatchObject([{ username: hidden.username }])
  expect((await confirm()).status).toBe(200)
})

test('Mail of a hidden member that was not sent is never sent', async () => {
  await controlMail(db, 'pause', clock.now())
  expect((await star.call('POST', '/api/drops', {})).status).toBe(201)
  await hide(star.username)
  await controlMail(db, 'resume', clock.now())
  await expect
    .poll(() => deliveryOf(star, 2))
    .toMatchObject({ isRunning: false, states: { skipped: 3, sent: 0 } })
  await show(star.username)
  expect(star.reached()).toHaveLength(3)
})

test('A drop of a member who is hidden sends nothing more, also if the process ends right afterwards', async () => {
  const author = await memberWithFollowers(app, 2)
  const states = () => statesOf(author)
  await controlMail(db, 'pause', clock.now())
  expect((await author.call('POST', '/api/drops', {})).status).toBe(201)
  await expect.poll(states).toMatchObject({ pending: 2 })
  let uses = 0
  const endingDb = new Proxy(db, {
    get(target, key) {
      if (uses++ > 0) throw new Error('The process has ended.')
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const order = { admin, username: author.username, reason }
  await expect(hideMember({ ...app.context, db: endingDb }, order)).rejects.toThrow('ended')
  await controlMail(db, 'resume', clock.now())
  await expect.poll(states).toMatchObject({ skipped: 2 })
  expect(author.reached()).toEqual([])
})

// The embedded database has no second connection that could hold the lock.
test.runIf(onPostgres)(
  'Hiding a member stops a drop whose failures they are sending again at that moment',
  async () => {
    const other = await memberWithFollowers(app, 1)
    const retry = () => other.call('POST', '/api/drops/1/delivery/retry')
    const states = () => statesOf(other)
    app.mailbox.behave({ recipient: () => ({ code: 550, text: 'Not today' }) })
    await other.call('POST', '/api/drops', {})
    await expect.poll(states).toMatchObject({ failed: 1 })
    app.mailbox.behave()
    const [retried, hidden] = await db.transaction().execute(async trx => {
      await trx
        .selectFrom('drop_notifications')
        .select('id')
        .where('status', '=', 'failed')
        .forUpdate()
        .execute()
      const called = retry()
      await expect.poll(() => waitingTransactions(db)).toBe(1)
      const hiding = hide(other.username)
      await expect.poll(() => waitingTransactions(db)).toBe(2)
      // Both go on when this transaction has ended, so they are not awaited here.
      return [called, hiding]
    })
    await Promise.all([retried, hidden])
    await expect.poll(states).toMatchObject({ skipped: 1 })
    expect(other.reached()).toEqual([])
    expect((await retry()).status).toBe(403)
  },
)

test('The owner of a drop that hiding them stopped reads so, and sends the rest once they are shown again', async () => {
  const author = await memberWithFollowers(app, 2)
  const call = (action: string) => author.call('POST', `/api/drops/1/delivery/${action}`)
  await controlMail(db, 'pause', clock.now())
  expect((await author.call('POST', '/api/drops', {})).status).toBe(201)
  await hide(author.username)
  await controlMail(db, 'resume', clock.now())
  const because = { reason: 'An administrator hid you before it was sent.' }
  const stopped = {
    states: { skipped: 2 },
    stoppedBy: 'administrator',
    retryable: 2,
    undelivered: [because, because],
  }
  await expect.poll(() => deliveryOf(author)).toMatchObject(stopped)
  expect((await call('retry')).status).toBe(403)
  await show(author.username)
  expect(await deliveryOf(author)).toMatchObject(stopped)
  expect(author.reached()).toEqual([])
  expect(await call('retry')).toMatchObject({ status: 200, body: { stoppedBy: null } })
  await expect.poll(() => statesOf(author)).toMatchObject({ sent: 2 })
})

test('The new name of a hidden member does not show under an earlier one', async () => {
  const renamed = await app.member('early-name')
  await renamed.call('PUT', '/api/user/username', { username: 'later-name' })
  const profile = () => app.hono.request('http://radr.test/api/profile/early-name')
  expect((await profile()).headers.get('location')).toBe('/api/profile/later-name')
  await hide('later-name')
  expect(await profile()).toMatchObject({ status: 404 })
  expect((await profile()).headers.has('location')).toBe(false)
  await show('later-name')
  expect((await profile()).status).toBe(301)
})

test('What administrators did is kept with their reasons, newest first, and the list says who is hidden', async () => {
  const before = (await log()).length
  await hide('fan', ' One ')
  await hide('fan', 'Two')
  await show('boss')
  expect((await log()).slice(0, -before)).toEqual([
    ['boss', 'fan', 'hide', 'Two'],
    ['boss', 'fan', 'hide', 'One'],
  ])
  const { body } = await admin.call<{ users: AdminRow[] }>('GET', '/api/admin/radrs?search=fan')
  expect(body.users[0]).toMatchObject({ username: 'fan', hiddenReason: 'Two' })
  await show('fan')
})

test('The log keeps that something was done to a deleted account, and names nobody', async () => {
  const [member, other, second] = [await app.member(), await app.member(), await app.member()]
  await setRole(db, second.username, 'admin', true)
  const names = [member, second].map(({ username }) => username)
  await hide(member.username, `${member.username} pretends to be Ann.`, second)
  await member.call('PUT', '/api/user/username', { username: `${member.username}-b` })
  await hide(other.username, 'Spam', second)
  await setRole(db, second.username, 'admin', false)
  for (const [client, username] of [
    [member, `${member.username}-b`],
    [second, second.username],
  ] as const) {
    const body = { username, password: 'correct horse' }
    expect((await client.call('POST', '/api/user/delete', body)).status).toBe(204)
  }
  await drainQueue(app, 'remove-account')
  expect((await log()).slice(0, 2)).toEqual([
    [null, other.username, 'hide', 'Spam'],
    [null, null, 'hide', ''],
  ])
  const stored = JSON.stringify(await db.selectFrom('moderation_actions').selectAll().execute())
  for (const name of names) expect(stored).not.toContain(name)
})

test('Hiding needs a reason, a member who is no administrator, and an administrator who does it', async () => {
  const before = await log()
  expect((await hide('fan', '  ')).status).toBe(400)
  expect((await hide('fan', 'x'.repeat(501))).status).toBe(400)
  expect((await hide('nobody')).status).toBe(404)
  expect(await hide('boss')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await hide('fan', reason, star)).status).toBe(403)
  expect((await hide('fan', reason, app.visitor())).status).toBe(401)
  expect(await log()).toEqual(before)
})
