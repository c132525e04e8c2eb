import { afterEach, beforeEach, expect, test } from 'vitest'
import { deliveryOf, memberWithFollowers } from '../../tests/drop-audience.ts'
import type { Reply } from '../../tests/mailbox.ts'
import { day, minute, openTestApp } from '../../tests/test-app.ts'
import { suppress } from '../mail/mailboxes/suppression.ts'
import type { Delivery } from './delivery.schemas.ts'
import { maxRetryable } from './delivery.shared.ts'

const app = await openTestApp()
beforeEach(() => app.mailbox.clear())
afterEach(() => app.mailbox.behave())

/** A member who has just dropped; `replyTo` is the server's reply to RCPT TO of the nth follower. */
async function droppingMember(followers: number, replyTo: (n: number) => Reply = () => 'accept') {
  const member = await memberWithFollowers(app, followers)
  app.mailbox.behave({
    recipient: to => {
      const n = Number(/-fan(\d+)@/.exec(to)?.[1])
      return n ? replyTo(n) : 'accept'
    },
  })
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  return withDelivery(member, followers)
}

/** Adds what the owner of a first drop sees of its delivery and can do about it. */
function withDelivery<Member extends Awaited<ReturnType<typeof memberWithFollowers>>>(
  member: Member,
  followers: number,
) {
  const delivery = async (query = '') => {
    const found = await deliveryOf(member, 1, query)
    expect(found.states.audience).toBe(followers)
    return found
  }
  return {
    ...member,
    delivery,
    until: (expected: object) => expect.poll(() => delivery()).toMatchObject(expected),
    retry: () => member.call<Delivery>('POST', '/api/drops/1/delivery/retry'),
    stop: () => member.call<Delivery>('POST', '/api/drops/1/delivery/stop'),
  }
}

test('The owner sees counts that always add up, and who did not get the drop and why', async () => {
  const replies: Reply[] = [
    { code: 550, text: '5.1.1 No such user' },
    { code: 552, text: '5.2.2 Over quota' },
    { code: 554, text: '5.7.1 Looks like spam' },
    { code: 550, text: 'No' },
  ]
  const member = await droppingMember(6, n => replies[n - 1] ?? 'accept')
  await member.until({ states: { sent: 2, failed: 4, audience: 6 }, isRunning: false })
  const { undelivered, total, retryable, retryableFailed } = await member.delivery()
  expect(undelivered.map(({ email, state, reason }) => [email, state, reason])).toEqual([
    [member.follower(1), 'failed', 'The mailbox does not exist.'],
    [member.follower(2), 'failed', 'The mailbox is full.'],
    [member.follower(3), 'failed', 'Their mail provider refused it by its own rules.'],
    [member.follower(4), 'failed', 'Their mail provider refused it.'],
  ])
  expect([total, retryable, retryableFailed]).toEqual([4, 3, 3])
  const page = await member.delivery('?page=2&pageSize=3')
  expect(page.undelivered.map(({ email }) => email)).toEqual([member.follower(4)])
  expect((await member.call('GET', '/api/drops/1/delivery?pageSize=101')).status).toBe(400)
})

test('A retry by the owner is immediate and excludes mailboxes that do not exist', async () => {
  let isRejecting = true
  const member = await droppingMember(3, n => {
    if (n === 1) return { code: 550, text: '5.1.1 No such user' }
    return isRejecting && n === 2 ? { code: 550, text: 'Not today' } : 'accept'
  })
  await member.until({ states: { sent: 1, failed: 2 } })
  isRejecting = false
  const { status, body } = await member.retry()
  expect(status).toBe(200)
  expect(body).toMatchObject({ isRunning: true, retryable: 0 })
  await member.until({ states: { sent: 2, failed: 1 }, isRunning: false })
  expect(member.reached().filter(to => to === member.follower(3))).toHaveLength(1)
})

test('After very many failures, only whether there are as many to retry is counted, and all are retried', async () => {
  let isRejecting = true
  const followers = maxRetryable + 10
  const member = await droppingMember(followers, () =>
    isRejecting ? { code: 552, text: '5.2.2 Over quota' } : 'accept',
  )
  await member.until({ states: { failed: followers }, retryable: maxRetryable })
  isRejecting = false
  await member.retry()
  await member.until({ states: { sent: followers }, retryable: 0 })
})

test('A recipient who was skipped because of a suppression gets the drop by a retry after its end', async () => {
  const { db, clock } = app.context
  const owner = await memberWithFollowers(app, 1)
  const until = new Date(clock.now().getTime() + minute)
  await suppress(db, owner.follower(), 'soft', 'full', until)
  await owner.call('POST', '/api/drops', {})
  const member = withDelivery(owner, 1)
  await member.until({ states: { skipped: 1 }, retryable: 0 })
  expect((await member.delivery()).undelivered[0]?.reason).toMatch(/paused for now/)
  app.pass(2 * minute)
  await member.until({ retryable: 1 })
  await member.retry()
  await member.until({ states: { sent: 1 } })
})

test('Of those who can be tried again the owner sees how many failed, because the other failures are final', async () => {
  const { db, clock } = app.context
  const owner = await memberWithFollowers(app, 2)
  const until = new Date(clock.now().getTime() + minute)
  await suppress(db, owner.follower(1), 'soft', 'full', until)
  app.mailbox.behave({ recipient: () => ({ code: 550, text: '5.1.1 No such user' }) })
  await owner.call('POST', '/api/drops', {})
  const member = withDelivery(owner, 2)
  await member.until({ states: { skipped: 1, failed: 1 } })
  app.pass(2 * minute)
  await member.until({ retryable: 1, retryableFailed: 0 })
})

test('A stopped drop reaches no further recipients, not even retries, and cannot be retried', async () => {
  const started = Promise.withResolvers<void>()
  const member = await droppingMember(200, n => {
    if (n === 30) started.resolve()
    return n % 2 ? { code: 451, text: '4.3.0 Later' } : 'accept'
  })
  await started.promise
  const { status, body } = await member.stop()
  expect(status).toBe(200)
  expect(body.states).toMatchObject({ pending: 0, retry: 0 })
  await member.until({ states: { sending: 0, retry: 0, pending: 0 }, isRunning: false })
  const { states, undelivered, stoppedBy } = await member.delivery()
  expect(stoppedBy).toBe('owner')
  expect(states.skipped).toBeGreaterThan(15)
  expect(undelivered[0]?.reason).toBe('You stopped this drop before it was sent.')
  const reached = member.reached().length
  app.pass(day)
  expect((await member.retry()).status).toBe(409)
  expect((await member.stop()).status).toBe(200)
  expect((await member.delivery()).states).toEqual(states)
  expect(member.reached().length).toBe(reached)
})

test('A finished drop cannot be stopped, and other members can neither see nor control a delivery', async () => {
  const member = await droppingMember(1)
  await member.until({ states: { sent: 1 } })
  expect((await member.stop()).status).toBe(409)
  const other = await app.member()
  const calls = [
    ['GET', ''],
    ['POST', '/retry'],
    ['POST', '/stop'],
  ] as const
  for (const [method, path] of calls) {
    expect((await other.call(method, `/api/drops/1/delivery${path}`)).status).toBe(404)
  }
})
