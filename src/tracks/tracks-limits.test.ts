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

/** How many of `attempts` calls are let through. */
async function letThrough(client: Client, [method, path, body]: Call, attempts: number, from = '') {
  const address = from || newAddress()
  const answers = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    answers.push(await client.call(method, path, body, { 'x-forwarded-for': address }))
  }
  return answers.filter(({ status }) => status !== 429).length
}

test('A member adds at most 120 tracks an hour', async () => {
  const member = await app.member()
  expect(await letThrough(member, add, 122)).toBe(120)
  expect(await letThrough(await app.member(), add, 1)).toBe(1)
  app.pass(hour)
  expect(await letThrough(member, add, 1)).toBe(1)
})

test('From one address at most 300 tracks are added an hour, whoever does it', async () => {
  const address = newAddress()
  for (const through of [110, 110, 80]) {
    expect(await letThrough(await app.member(), add, 110, address)).toBe(through)
  }
})

test.each<[string, Call]>([
  ['removes tracks', remove],
  ['orders the list', rank],
])('A member %s at most 600 times an hour', async (_what, call) => {
  expect(await letThrough(await app.member(), call, 602)).toBe(600)
})
