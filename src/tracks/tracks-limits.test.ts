import { expect, test } from 'vitest'
import { type Client, hour, openTestApp } from '../../tests/test-app.ts'

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

let hosts = 0
const newAddress = () => `203.0.113.${++hosts}`

type Call = [method: string, path: string, body?: unknown]
/** Well-formed calls that change nothing, so that only their number matters. */
const add: Call = ['POST', '/api/tracks', { spotifyUrl: 'https://open.spotify.com/album/x' }]
const remove: Call = ['DELETE', '/api/tracks/2147483647']
const rank: Call = ['PUT', '/api/tracks/rank', { tracks: [] }]

/** How many of `attempts` calls are accepted. */
async function countAccepted(
  client: Client,
  [method, path, body]: Call,
  attempts: number,
  from = '',
) {
  const address = from || newAddress()
  const calls = Array.from({ length: attempts }, () =>
    client.call(method, path, body, { 'x-forwarded-for': address }),
  )
  const answers = await Promise.all(calls)
  return answers.filter(({ status }) => status !== 429).length
}

test('A member can add 120 tracks an hour', async () => {
  const member = await app.member()
  expect(await countAccepted(member, add, 122)).toBe(120)
  expect(await countAccepted(await app.member(), add, 1)).toBe(1)
  app.pass(hour)
  expect(await countAccepted(member, add, 1)).toBe(1)
})

test('300 tracks an hour can be added from one address, by all members together', async () => {
  const address = newAddress()
  for (const accepted of [110, 110, 80]) {
    expect(await countAccepted(await app.member(), add, 110, address)).toBe(accepted)
  }
})

test.each<[string, Call]>([
  ['remove tracks', remove],
  ['reorder the list', rank],
])('A member can %s 600 times an hour', async (_what, call) => {
  expect(await countAccepted(await app.member(), call, 602)).toBe(600)
})
