import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFollowers, saveTracks } from '../../tests/drop-audience.ts'
import type { ReceivedMail } from '../../tests/mailbox.ts'
import { openTestApp, type TestApp } from '../../tests/test-app.ts'
import { createSendRateLimiter } from '../mail/send-rate-limit.ts'

const rate = 50

let radr: TestApp
beforeAll(async () => {
  radr = await openTestApp({ MAIL_RATE: String(rate) })
})
afterAll(() => radr.close())
beforeEach(() => radr.mailbox.clear())
afterEach(() => radr.mailbox.behave())

async function star(followers: number) {
  const member = await radr.member()
  await radr.mailbox.waitFor(({ to }) => to[0] === member.email)
  await saveTracks(member)
  await addFollowers(radr, member.username, followers)
  return {
    ...member,
    drop: () => member.call('POST', '/api/drops', {}),
    reached: () => radr.mailbox.mails.filter(({ to }) => to[0]?.startsWith(`${member.username}-`)),
  }
}

/** When each mail came, in milliseconds. */
function arrivals(): number[] {
  const times: number[] = []
  radr.mailbox.behave({
    body: () => {
      times.push(performance.now())
      return 'accept'
    },
  })
  return times
}

/** The most that came within any stretch of this length. */
const mostWithin = (times: number[], ms: number) =>
  Math.max(...times.map(from => times.filter(time => time >= from && time < from + ms).length))

test('No burst goes above MAIL_RATE, and nearly all of it is used', async () => {
  const member = await star(120)
  const times = arrivals()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  await member.drop()
  await radr.mailbox.waitFor(120, 10_000)
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  expect(119 / seconds).toBeLessThan(rate * 1.1)
  expect(119 / seconds).toBeGreaterThan(rate * 0.8)
  // A process that was held up may send a few mails late and close together.
  const heldUp = delay.max / 1e9
  expect(mostWithin(times, 1000)).toBeLessThanOrEqual(rate * (1.1 + heldUp))
  expect(mostWithin(times, 100)).toBeLessThanOrEqual(rate * (0.1 + heldUp) + 5)
})

test('Processes share one rate limit: slots reserved at the same time are all different', async () => {
  const { db } = radr.context
  const limiters = [1, 2, 3].map(() => createSendRateLimiter(db, 1000))
  const begun = performance.now()
  const taken = (await Promise.all(limiters.map(limiter => limiter.reserve(20)))).flat()
  const times: number[] = []
  await Promise.all(taken.map(slot => slot().then(() => times.push(performance.now()))))
  expect(taken.length).toBe(60)
  expect(Math.max(...times) - begun).toBeGreaterThanOrEqual(55)
})

test('A confirm mail overtakes a running drop that uses the whole rate', async () => {
  const member = await star(400)
  await member.drop()
  await radr.mailbox.waitFor(10)
  const waits: number[] = []
  for (let n = 0; n < 20; n++) {
    const email = `viewer${n}@ask.test`
    const asked = performance.now()
    await radr.visitor().call('POST', `/api/users/${member.username}/followers`, { email })
    await radr.mailbox.waitFor(({ to }) => to[0] === email)
    waits.push(performance.now() - asked)
  }
  const p95 = waits.toSorted((a, b) => a - b)[18]
  expect(p95).toBeLessThan(2_000)
  expect(member.reached().length).toBeLessThan(400)
  await radr.mailbox.waitFor(420, 15_000)
}, 30_000)

test('A small drop does not wait behind a large one', async () => {
  const [large, small] = [await star(300), await star(5)]
  await large.drop()
  await radr.mailbox.waitFor(20)
  await small.drop()
  const ofSmall = ({ to }: ReceivedMail) => to[0]?.startsWith(`${small.username}-`) ?? false
  await expect.poll(() => radr.mailbox.mails.filter(ofSmall).length, { timeout: 10_000 }).toBe(5)
  expect(large.reached().length).toBeLessThan(200)
  await radr.mailbox.waitFor(305, 15_000)
}, 30_000)
