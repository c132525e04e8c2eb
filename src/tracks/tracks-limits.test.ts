import { expect, test } from 'vitest'
import { type Client, hour, openTestApp } from '../../tests/test-app.ts'

const app = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

let hosts = 0
const newAddress = () => `203.0.113.${++hosts}`

/** How many of `attempts` to add what is no track, so that only their number matters, are not refused for it. */
async function countAccepted(client: Client, attempts: number, address = newAddress()) {
  const body = { spotifyUrl: 'https://open.spotify.com/album/x' }
  const headers = { 'x-forwarded-for': address }
  const calls = Array.from({ length: attempts }, () =>
    client.call('POST', '/api/tracks', body, headers),
  )
  const answers = await Promise.all(calls)
  return answers.filter(({ status }) => status !== 429).length
}

test('A member can add 120 tracks an hour', async () => {
  const member = await app.member()
  expect(await countAccepted(member, 122)).toBe(120)
  expect(await countAccepted(await app.member(), 1)).toBe(1)
  app.pass(hour)
  expect(await countAccepted(member, 1)).toBe(1)
})

test('300 tracks an hour can be added from one address, by all members together', async () => {
  const address = newAddress()
  for (const accepted of [110, 110, 80]) {
    expect(await countAccepted(await app.member(), 110, address)).toBe(accepted)
  }
})
