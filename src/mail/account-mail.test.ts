import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { openTestApp } from '../../tests/test-app.ts'
import { controlMail } from './mail-controls.ts'

const app = await openTestApp()
afterEach(() => app.mailbox.behave())

const mailsTo = (address: string) => app.mailbox.mails.filter(({ to }) => to[0] === address)

test('A confirmation mail is retried by the queue while the mail server is unavailable, and sent once', async () => {
  const { username } = await app.member()
  const email = 'patient@mail.test'
  let tries = 0
  app.mailbox.behave({
    // The first attempt may use an open connection; then it is repeated on a new one.
    recipient: to =>
      to === email && tries++ < 3 ? { code: 421, text: '4.3.2 back soon' } : 'accept',
  })
  await app.visitor().call('POST', `/api/users/${username}/followers`, { email })
  await drainQueue(app, 'confirm-follow')
  expect(tries).toBe(4)
  expect(mailsTo(email)).toHaveLength(1)
})

test('A paused confirmation mail is sent when mail is resumed', async () => {
  const { username } = await app.member()
  const email = 'paused@mail.test'
  const { db, clock } = app.context
  await controlMail(db, 'pause', clock.now())
  await app.visitor().call('POST', `/api/users/${username}/followers`, { email })
  const retries = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pgboss.job
      where name = 'confirm-follow' and state = 'retry'`.execute(db)
    return rows[0]?.count
  }
  await expect.poll(retries).toBe(1)
  await controlMail(db, 'resume', clock.now())
  await drainQueue(app, 'confirm-follow')
  expect(mailsTo(email)).toHaveLength(1)
})

test('A confirmation mail without a response counts as sent, because another would contain another link', async () => {
  const { username } = await app.member()
  const email = 'unanswered@mail.test'
  let bodies = 0
  app.mailbox.behave({
    body: ({ to }) => {
      if (to[0] !== email) return 'accept'
      bodies++
      return 'disconnect'
    },
  })
  await app.visitor().call('POST', `/api/users/${username}/followers`, { email })
  await expect.poll(() => bodies).toBe(1)
  await drainQueue(app, 'confirm-follow')
  expect(bodies).toBe(1)
})
