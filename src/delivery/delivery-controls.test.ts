// @module-tag both-engines
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFollowers, saveTracks } from '../../tests/drop-audience.ts'
import type { Answer } from '../../tests/mailbox.ts'
import { day, minute, openTestApp, type TestApp } from '../../tests/test-app.ts'
import { suppress } from '../mail/suppression.ts'
import type { Delivery, Undelivered } from './delivery.contract.ts'

type Shown = Delivery & { undelivered: Undelivered[]; total: number }

let radr: TestApp
beforeAll(async () => {
  radr = await openTestApp()
})
afterAll(() => radr.close())
beforeEach(() => radr.mailbox.clear())
afterEach(() => radr.mailbox.behave())

/** A member whose first drop is on its way to `followers` addresses. */
async function dropping(followers: number, toFan: (n: number) => Answer) {
  const member = await radr.member()
  await saveTracks(member)
  await addFollowers(radr, member.username, followers)
  const fan = (n: number) => `${member.username}-fan${n}@fans.test`
  radr.mailbox.behave({
    recipient: to => {
      const n = Number(/-fan(\d+)@/.exec(to)?.[1])
      return n ? toFan(n) : 'accept'
    },
  })
  expect((await member.call('POST', '/api/drops', {})).status).toBe(201)
  const look = async (query = '') => {
    const { body } = await member.call<Shown>('GET', `/api/drops/1/delivery${query}`)
    const { audience, ...states } = body.states
    expect(Object.values(states).reduce((sum, count) => sum + count)).toBe(audience)
    expect(audience).toBe(followers)
    return body
  }
  const steer = (how: 'retry' | 'stop') =>
    member.call<Delivery>('POST', `/api/drops/1/delivery/${how}`)
  return { ...member, fan, look, steer }
}

const until = (look: () => Promise<Shown>, wanted: object) =>
  expect.poll(() => look(), { timeout: 10_000, interval: 20 }).toMatchObject(wanted)

test('The owner sees counts that add up at every moment, and who was undelivered and why', async () => {
  const answers: Answer[] = [
    { code: 550, text: '5.1.1 No such user' },
    { code: 552, text: '5.2.2 Over quota' },
    { code: 554, text: '5.7.1 Looks like spam' },
    { code: 550, text: 'No' },
  ]
  const { look, fan } = await dropping(6, n => answers[n - 1] ?? 'accept')
  await until(look, { states: { sent: 2, failed: 4, audience: 6 }, isRunning: false })
  const { undelivered, total, retryable } = await look()
  expect(undelivered.map(({ email, state, reason }) => [email, state, reason])).toEqual([
    [fan(1), 'failed', 'The mailbox does not exist.'],
    [fan(2), 'failed', 'The mailbox is full.'],
    [fan(3), 'failed', 'Their mail provider refused it by its own rules.'],
    [fan(4), 'failed', 'Their mail provider refused it.'],
  ])
  expect([total, retryable]).toEqual([4, 3])
  const page = await look('?page=2&pageSize=3')
  expect(page.undelivered.map(({ email }) => email)).toEqual([fan(4)])
})

test('A page has at most 100 recipients', async () => {
  const member = await dropping(1, () => 'accept')
  expect((await member.call('GET', '/api/drops/1/delivery?pageSize=101')).status).toBe(400)
})

test('The failed are tried again at once when the owner asks, but not mailboxes that are gone', async () => {
  let isBad = true
  const { look, steer, fan } = await dropping(3, n => {
    if (n === 1) return { code: 550, text: '5.1.1 No such user' }
    return isBad && n === 2 ? { code: 550, text: 'Not today' } : 'accept'
  })
  await until(look, { states: { sent: 1, failed: 2 } })
  isBad = false
  const { status, body } = await steer('retry')
  expect(status).toBe(200)
  expect(body).toMatchObject({ isRunning: true, retryable: 0 })
  await until(look, { states: { sent: 2, failed: 1 }, isRunning: false })
  expect(radr.mailbox.mails.flatMap(({ to }) => to).filter(to => to === fan(3))).toHaveLength(1)
})

test('Somebody skipped for a suppressed address is reached once that is lifted', async () => {
  const { db, clock } = radr.context
  const member = await radr.member()
  await saveTracks(member)
  await addFollowers(radr, member.username, 1)
  const soon = new Date(clock.now().getTime() + minute)
  await suppress(db, `${member.username}-fan1@fans.test`, 'soft', 'full', soon)
  await member.call('POST', '/api/drops', {})
  const look = async () => (await member.call<Shown>('GET', '/api/drops/1/delivery')).body
  await until(look, { states: { skipped: 1 }, retryable: 0 })
  expect((await look()).undelivered[0]?.reason).toMatch(/paused for now/)
  radr.pass(2 * minute)
  await until(look, { retryable: 1 })
  await member.call('POST', '/api/drops/1/delivery/retry')
  await until(look, { states: { sent: 1 } })
})

test('A stopped drop reaches nobody else, not even those put off, and cannot be tried again', async () => {
  const begun = Promise.withResolvers<void>()
  const { look, steer } = await dropping(200, n => {
    if (n === 30) begun.resolve()
    return n % 2 ? { code: 451, text: '4.3.0 Later' } : 'accept'
  })
  await begun.promise
  const { status, body } = await steer('stop')
  expect(status).toBe(200)
  expect(body.states).toMatchObject({ pending: 0, retry: 0 })
  await until(look, { states: { sending: 0, retry: 0, pending: 0 }, isRunning: false })
  const { states, undelivered, stoppedAt } = await look()
  expect(stoppedAt).not.toBeNull()
  expect(states.skipped).toBeGreaterThan(15)
  expect(undelivered[0]?.reason).toBe('You stopped this drop before it was sent.')
  const reached = radr.mailbox.mails.length
  radr.pass(day)
  expect((await steer('retry')).status).toBe(409)
  expect((await steer('stop')).status).toBe(200)
  expect((await look()).states).toEqual(states)
  expect(radr.mailbox.mails.length).toBe(reached)
})

test('A drop that is over cannot be stopped, and nobody sees or steers another’s', async () => {
  const { look, steer } = await dropping(1, () => 'accept')
  await until(look, { states: { sent: 1 } })
  expect((await steer('stop')).status).toBe(409)
  const other = await radr.member()
  const calls = [
    ['GET', ''],
    ['POST', '/retry'],
    ['POST', '/stop'],
  ] as const
  for (const [method, path] of calls) {
    expect((await other.call(method, `/api/drops/1/delivery${path}`)).status).toBe(404)
  }
})
