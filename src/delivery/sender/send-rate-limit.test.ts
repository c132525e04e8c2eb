import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memberWithFollowers } from '../../../tests/drop-audience.ts'
import { openTestApp } from '../../../tests/test-app.ts'
import { createSendRateLimiter } from '../../mail/sender/send-rate-limit.ts'

const rate = 25

const app = await openTestApp({ MAIL_RATE: String(rate) })
beforeEach(() => app.mailbox.clear())
afterEach(() => app.mailbox.behave())

async function createMember(followers: number) {
  const member = await memberWithFollowers(app, followers)
  await app.mailbox.waitFor(({ to }) => to[0] === member.email)
  const untilReached = (count: number) => expect.poll(() => member.reached().length).toBe(count)
  return { ...member, untilReached, drop: () => member.call('POST', '/api/drops', {}) }
}

/** Records when each mail arrives, in milliseconds. */
function recordArrivals(): number[] {
  const times: number[] = []
  app.mailbox.behave({
    body: () => {
      times.push(performance.now())
      return 'accept'
    },
  })
  return times
}

/** The largest number of arrivals in any period of `ms` milliseconds. */
const mostWithin = (times: number[], ms: number) =>
  Math.max(...times.map(from => times.filter(time => time >= from && time < from + ms).length))

test('No burst exceeds MAIL_RATE, and nearly all of it is used', async () => {
  const member = await createMember(60)
  const times = recordArrivals()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  await member.drop()
  await member.untilReached(60)
  delay.disable()
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  expect(59 / seconds).toBeLessThan(rate * 1.1)
  // While the machine is busy with something else, slots pass unused, and a few mails are sent late
  // and close together.
  const idle = 10e6 / Math.max(10e6, delay.mean)
  const longestDelay = delay.max / 1e9
  expect(59 / seconds).toBeGreaterThan(rate * 0.8 * idle)
  expect(mostWithin(times, 1000)).toBeLessThanOrEqual(rate * (1.1 + longestDelay))
  expect(mostWithin(times, 100)).toBeLessThanOrEqual(rate * (0.1 + longestDelay) + 5)
})

test('Processes share one rate limit: slots reserved at the same time are all different', async () => {
  const { db } = app.context
  const limiters = [1, 2, 3].map(() => createSendRateLimiter(db, 1000))
  const start = performance.now()
  const slots = (await Promise.all(limiters.map(limiter => limiter.reserve(20)))).flat()
  const times: number[] = []
  await Promise.all(slots.map(slot => slot().then(() => times.push(performance.now()))))
  expect(slots.length).toBe(60)
  expect(Math.max(...times) - start).toBeGreaterThanOrEqual(55)
})

test('After a clock that was an hour ahead is set back, mail goes on at once', async () => {
  const { db } = app.context
  await sql`update mail_flow set next_slot = clock_timestamp() + interval '1 hour'`.execute(db)
  const limiter = createSendRateLimiter(db, 1000)
  const slots = await limiter.reserve(5)
  expect(slots.length).toBe(5)
  await Promise.all(slots.map(slot => slot()))
  await limiter.waitForNextSlot()
})

test('A confirmation mail overtakes a running drop that uses the whole rate', async () => {
  const member = await createMember(100)
  await member.drop()
  await app.mailbox.waitFor(10)
  const ask = async (email: string) => {
    await app.visitor().call('POST', `/api/users/${member.username}/followers`, { email })
    await app.mailbox.waitFor(({ to }) => to[0] === email)
  }
  await Promise.all(Array.from({ length: 10 }, (_, n) => ask(`viewer${n}@ask.test`)))
  // All ten before the last mail of the drop.
  expect(member.reached().length).toBeLessThan(100)
  await member.untilReached(100)
})

test('A small drop does not wait behind a large one', async () => {
  const [large, small] = [await createMember(100), await createMember(5)]
  await large.drop()
  await app.mailbox.waitFor(20)
  await small.drop()
  await small.untilReached(5)
  expect(large.reached().length).toBeLessThan(100)
  await large.untilReached(100)
})
