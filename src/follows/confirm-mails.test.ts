import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobsAreDone } from '../../tests/drain-queue.ts'
import { linkIn, saveTracks } from '../../tests/drop-audience.ts'
import { type Client, day, hour, openTestApp, runJob, type TestApp } from '../../tests/test-app.ts'
import { mailFollowConfirmation } from './confirm-follow.job.ts'
import { unsubscribeToken } from './leave.ts'
import { purgeUnconfirmed } from './purge-unconfirmed.job.ts'

let radr: TestApp
beforeAll(async () => {
  radr = await openTestApp()
})
afterAll(() => radr.close())
beforeEach(() => radr.mailbox.clear())

const follow = (who: Client, username: string, email?: string) =>
  who.call('POST', `/api/users/${username}/followers`, { email })

/** A visitor's ask, after which every mail that it brings has come. */
async function ask(username: string, email: string) {
  expect((await follow(radr.visitor(), username, email)).status).toBe(202)
  await jobsAreDone(radr, 'confirm-follow')
}

const confirmMails = (email: string) =>
  radr.mailbox.mails.filter(
    ({ to, parsed }) => to[0] === email && /follow/.test(parsed.subject ?? ''),
  )

const newestToken = (email: string) =>
  linkIn(confirmMails(email).at(-1), 'Confirm').searchParams.get('token') ?? ''

const confirm = async (token: string) =>
  (await radr.visitor().call('POST', '/api/follows/confirm', { token })).status

const stopEveryMail = (followId: number) =>
  radr.visitor().call('POST', '/api/follows/unsubscribe', {
    token: unsubscribeToken(followId, radr.context.linkKey),
    all: true,
  })

const newestFollow = () =>
  radr.context.db
    .selectFrom('radr_follows')
    .select(['id', 'last_verification_email'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/** What the queue runs once more after a worker died, or once mail is no longer held back. */
async function runAgain(followId: number, orderedAt: Date | null) {
  const order = { followId, orderedAt: orderedAt?.toISOString() ?? '' }
  const { db, queue } = radr.context
  await db.transaction().execute(trx => queue.send(mailFollowConfirmation, order, trx))
  await jobsAreDone(radr, 'confirm-follow')
}

let visitors = 0
const newAddress = () => `visitor-${++visitors}@mail.test`

async function spendQuota(email: string) {
  for (let mails = 0; mails < 3; mails++) await ask((await radr.member()).username, email)
}

test('An ask that sends no mail prolongs neither the link nor the request', async () => {
  const star = await radr.member()
  const email = newAddress()
  await ask(star.username, email)
  const [token, { id }] = [newestToken(email), await newestFollow()]
  radr.pass(6 * day)
  await spendQuota(email)
  radr.mailbox.clear()
  await ask(star.username, email)
  expect((await follow(radr.visitor(), star.username, email)).status).toBe(429)
  expect(confirmMails(email)).toHaveLength(0)
  radr.pass(day + hour)
  expect(await confirm(token)).toBe(400)
  await runJob(purgeUnconfirmed, radr.context, {})
  expect(await exists(id)).toBe(false)
})

test('A request that never had a mail is forgotten after 7 days', async () => {
  const email = newAddress()
  await spendQuota(email)
  await ask((await radr.member()).username, email)
  const { id } = await newestFollow()
  await runJob(purgeUnconfirmed, radr.context, {})
  expect(await exists(id)).toBe(true)
  radr.pass(7 * day)
  await runJob(purgeUnconfirmed, radr.context, {})
  expect(await exists(id)).toBe(false)
})

async function exists(followId: number) {
  const { db } = radr.context
  const found = await db.selectFrom('radr_follows').where('id', '=', followId).execute()
  return found.length > 0
}

test('Of several mails that waited for one follow only the newest leaves, and that one for certain', async () => {
  const star = await radr.member()
  const email = newAddress()
  await ask(star.username, email)
  const first = await newestFollow()
  radr.pass(hour)
  await ask(star.username, email)
  const token = newestToken(email)
  expect(confirmMails(email)).toHaveLength(2)
  await runAgain(first.id, first.last_verification_email)
  expect(confirmMails(email)).toHaveLength(2)
  await runAgain(first.id, (await newestFollow()).last_verification_email)
  expect(confirmMails(email)).toHaveLength(3)
  expect(await confirm(token)).toBe(400)
  expect(await confirm(newestToken(email))).toBe(200)
})

test('An address that already follows is worked for like any other', async () => {
  const star = await radr.member()
  const email = newAddress()
  await ask(star.username, email)
  expect(await confirm(newestToken(email))).toBe(200)
  const jobs = async () => {
    const { rows } = await sql<{ ordered: number }>`
      select count(*) as ordered from pgboss.job where name = 'confirm-follow'`.execute(
      radr.context.db,
    )
    return rows[0]?.ordered ?? 0
  }
  const before = await jobs()
  radr.pass(hour)
  await ask(star.username, email)
  expect(await jobs()).toBe(before + 1)
  expect(confirmMails(email)).toHaveLength(1)
})

test('Stopping every mail a second time also stops the confirm mail that is on its way', async () => {
  const [one, two] = [await radr.member(), await radr.member()]
  const email = newAddress()
  await ask(one.username, email)
  expect(await confirm(newestToken(email))).toBe(200)
  const { id } = await newestFollow()
  await stopEveryMail(id)
  radr.pass(8 * day)
  await ask(two.username, email)
  expect(confirmMails(email)).toHaveLength(2)
  const waiting = await newestFollow()
  radr.pass(1000)
  await stopEveryMail(id)
  await runAgain(waiting.id, waiting.last_verification_email)
  expect(confirmMails(email)).toHaveLength(2)
})

test('An account made later with an address that wants no mail gets none for it', async () => {
  const star = await radr.member()
  await saveTracks(star)
  const username = 'latecomer'
  const email = `${username}@mail.test`
  await ask(star.username, email)
  expect(await confirm(newestToken(email))).toBe(200)
  await stopEveryMail((await newestFollow()).id)
  const late = await radr.member(username)
  expect((await follow(late, star.username)).status).toBe(201)
  expect((await star.call('POST', '/api/drops', { note: null })).status).toBe(201)
  const became = async () => {
    const { id } = await newestFollow()
    const row = await radr.context.db
      .selectFrom('drop_notifications')
      .select('status')
      .where('follow_id', '=', id)
      .executeTakeFirst()
    return row?.status
  }
  await expect.poll(became, { timeout: 10_000 }).toBe('skipped')
})

test('Confirming a follow after stopping every mail also ends the stop of an account with that address', async () => {
  const [one, two, fan] = [await radr.member(), await radr.member(), await radr.member()]
  expect((await follow(fan, one.username)).status).toBe(201)
  await stopEveryMail((await newestFollow()).id)
  const stops = () =>
    radr.context.db
      .selectFrom('follower_registry')
      .leftJoin('users', 'users.id', 'user_id')
      .select('mail_stopped_at')
      .where(sql`coalesce(follower_registry.email, users.email)`, '=', fan.email)
      .execute()
  const stopped = { mail_stopped_at: expect.any(Date) }
  expect(await stops()).toEqual([stopped, stopped])
  await ask(two.username, fan.email)
  expect(await confirm(newestToken(fan.email))).toBe(200)
  expect(await stops()).toEqual([{ mail_stopped_at: null }, { mail_stopped_at: null }])
})
