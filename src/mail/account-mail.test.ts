import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('While the mail server is away a confirm mail waits, uses up no attempt, and comes once', async () => {
  const { username } = await app.member()
  await app.mailbox.waitFor(1)
  app.mailbox.clear()
  let tries = 0
  app.mailbox.behave({
    // An attempt on a kept connection is made once more on a fresh one.
    recipient: () => (tries++ < 3 ? { code: 421, text: '4.3.2 back soon' } : 'accept'),
  })
  const email = 'patient@mail.test'
  await app.visitor().call('POST', `/api/users/${username}/followers`, { email })
  await app.mailbox.waitFor(1, 25_000)
  expect(tries).toBe(4)
  expect(app.mailbox.mails.map(({ to }) => to[0])).toEqual([email])
  const { rows } = await sql<{ retries: number; waiting: number }>`
    select sum(retry_count) as retries, count(*) filter (where state < 'active') as waiting
    from pgboss.job where name = 'confirm-follow'`.execute(app.context.db)
  expect(rows).toEqual([{ retries: 0, waiting: 0 }])
}, 30_000)

test('A confirm mail without an answer counts as sent: another would hold another link', async () => {
  const { username } = await app.member()
  const email = 'unanswered@mail.test'
  let bodies = 0
  app.mailbox.behave({
    body: ({ to }) => {
      if (to[0] !== email) return 'accept'
      bodies++
      return 'drop'
    },
  })
  await app.visitor().call('POST', `/api/users/${username}/followers`, { email })
  await expect.poll(() => bodies).toBe(1)
  const unfinished = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pgboss.job
      where name = 'confirm-follow' and (state < 'completed' or retry_count > 0)`.execute(
      app.context.db,
    )
    return rows[0]?.count
  }
  await expect.poll(unfinished, { timeout: 5_000 }).toBe(0)
  expect(bodies).toBe(1)
})
