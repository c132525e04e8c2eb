import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { drainQueue } from '../../tests/drain-queue.ts'
import { openTestApp } from '../../tests/test-app.ts'

const app = await openTestApp()
afterEach(() => app.mailbox.behave())

const mailsTo = (address: string) => app.mailbox.mails.filter(({ to }) => to[0] === address)

test('A confirmation mail is postponed while the mail server is unavailable: it counts no attempt and is sent once', async () => {
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
  const { rows } = await sql<{ retries: number }>`
    select sum(retry_count) as retries from pgboss.job
    where name = 'confirm-follow'`.execute(app.context.db)
  expect(rows).toEqual([{ retries: 0 }])
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
  const { rows } = await sql<{ retries: number }>`
    select sum(retry_count) as retries from pgboss.job
    where name = 'confirm-follow'`.execute(app.context.db)
  expect(rows).toEqual([{ retries: 0 }])
  expect(bodies).toBe(1)
})
