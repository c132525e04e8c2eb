import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purgeUnconfirmed } from '../src/follows/confirmation/purge-unconfirmed.job.ts'
import { purgeMails } from '../src/mail/purge-mails.job.ts'
import { purgeExpired } from '../src/members/purge-expired.job.ts'
import { purgeUnusedAccounts } from '../src/members/purge-unused-accounts.job.ts'
import { findTraces } from './address-traces.ts'
import { drainQueue } from './drain-queue.ts'
import { saveTracks } from './drop-audience.ts'
import { day, openTestApp, runJob } from './test-app.ts'

const app = await openTestApp({ RATE_LIMITS: 'on' })
const { db } = app.context

const follower = 'Some.One+music@typed.test'
const account = 'another.one@typed.test'
const password = 'correct horse'

async function purge() {
  for (const job of [purgeUnusedAccounts, purgeUnconfirmed, purgeExpired, purgeMails])
    await runJob(job, app.context, {})
}

const traces = () => findTraces(db, [follower, account])

const countMailboxes = async () =>
  (await sql`select from mailboxes where confirmed_at is null`.execute(db)).rows.length

test('Addresses that somebody typed and nobody confirmed can soon not be tested in a dump, and leave no trace after a year', async () => {
  const star = await app.member()
  await saveTracks(star)
  const before = await countMailboxes()
  const stranger = app.visitor()
  await stranger.call('POST', `/api/users/${star.username}/followers`, { email: follower })
  await stranger.call('POST', '/api/login', { email: follower, password })
  await stranger.call('POST', '/api/forgot-password', { email: account })
  await stranger.call('POST', '/api/register', { username: 'typed', email: account, password })
  await drainQueue(app, 'confirm-follow')
  await drainQueue(app, 'confirm-email')
  expect(app.mailbox.mails.flatMap(({ to }) => to)).toEqual(
    expect.arrayContaining([follower, account]),
  )
  // The rows that the product needs: the follow that waits for its confirmation, and the account.
  expect((await traces()).length).toBeGreaterThan(1)

  app.pass(181 * day)
  await purge()
  expect(await traces()).toEqual([])
  expect(await countMailboxes()).toBe(before + 2)

  app.pass(180 * day)
  await stranger.call('POST', `/api/users/${star.username}/followers`, { email: follower })
  await drainQueue(app, 'confirm-follow')
  app.pass(8 * day)
  await purge()
  expect(await traces()).toEqual([])
  // The mailbox of the email that was typed again is left.
  expect(await countMailboxes()).toBe(1)
})

test('A mailbox that somebody confirmed or stopped is remembered for good', async () => {
  await sql`truncate mailboxes cascade`.execute(db)
  await sql`insert into mailboxes (key, confirmed_at, stopped_at) values
    (mailbox_key('confirmed@typed.test'), now(), null),
    (mailbox_key('stopped@typed.test'), null, now()),
    (mailbox_key('neither@typed.test'), null, null)`.execute(db)
  app.pass(366 * day)
  await purge()
  const { rows } = await sql`
    select key = mailbox_key('confirmed@typed.test') as confirmed from mailboxes order by 1`.execute(
    db,
  )
  expect(rows).toEqual([{ confirmed: false }, { confirmed: true }])
})
