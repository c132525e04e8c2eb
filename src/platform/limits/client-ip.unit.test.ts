import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientIp, prefix48Of } from './client-ip.ts'

/** What a request with this `X-Forwarded-For` counts as behind so many proxies of ours. */
async function addressOf(trustedProxies: number, forwarded?: string, socket?: string) {
  const app = new Hono().get('/', c => c.text(clientIp(c, trustedProxies)))
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  const env = socket && { incoming: { socket: { remoteAddress: socket } } }
  return (await app.request('/', { headers }, env || undefined)).text()
}

test('Without trusted proxies X-Forwarded-For is ignored', async () => {
  expect(await addressOf(0, '203.0.113.9', '198.51.100.7')).toBe('198.51.100.7')
  expect(await addressOf(0, '203.0.113.9')).toBe('local')
})

test('Behind proxies the entries are counted from the right, so that forged ones do not matter', async () => {
  expect(await addressOf(1, '6.6.6.6, 203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  expect(await addressOf(2, '6.6.6.6, 203.0.113.9, 10.0.0.2', '10.0.0.1')).toBe('203.0.113.9')
  expect(await addressOf(1, '203.0.113.9')).toBe('203.0.113.9')
})

test('A request through fewer proxies than configured counts as its first entry', async () => {
  expect(await addressOf(3, '203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  expect(await addressOf(3, undefined, '10.0.0.1')).toBe('10.0.0.1')
})

test('IPv6 addresses of one /64 network count as one', async () => {
  for (const address of [
    '2001:db8:0:7::1',
    '2001:0DB8:0000:0007:ffff:1:2:3',
    '[2001:db8:0:7::9]:443',
    '2001:db8:0:7::192.0.2.1',
  ]) {
    expect(await addressOf(1, address)).toBe('2001:db8:0:7::/64')
  }
  expect(await addressOf(1, '2001:db8:0:8::1')).toBe('2001:db8:0:8::/64')
  expect(await addressOf(0, undefined, '::1')).toBe('0:0:0:0::/64')
  expect(await addressOf(0, undefined, 'fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('An IPv4 address is the same with a port and in IPv6 notation', async () => {
  expect(await addressOf(1, '203.0.113.9:51234')).toBe('203.0.113.9')
  expect(await addressOf(0, undefined, '::ffff:203.0.113.9')).toBe('203.0.113.9')
})

test('What the page of another site loads counts as another client than its visitor, a link does not', async () => {
  const client = '203.0.113.9'
  for (const destination of subresources)
    expect(await clientOf('GET', 'cross-site', destination, client)).toBe(`cross-site ${client}`)
  const network = await clientOf('GET', 'cross-site', 'iframe', '2001:db8:0:7::1')
  expect(prefix48Of(network)).toBe('cross-site 2001:db8:0::/48')
  expect(await clientOf('GET', 'cross-site', 'document', client)).toBe(client)
  expect(await clientOf('GET', 'same-origin', 'image', client)).toBe(client)
  expect(await clientOf('GET', 'none', 'empty', client)).toBe(client)
})

test('No Sec-Fetch headers give a client a second set of limits for calls and changes', async () => {
  const sites = fc.constantFrom('cross-site', 'same-site', 'same-origin', 'none', 'CROSS-SITE', '')
  const destinations = fc.constantFrom(...subresources, 'document', 'empty', 'font', 'audio', '')
  const changes = fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE')
  const calls = fc.oneof(
    fc.tuple(changes, sites, destinations),
    fc.tuple(fc.constant('GET'), sites, fc.constantFrom('empty', 'document', '')),
  )
  await fc.assert(
    fc.asyncProperty(calls, async ([method, site, destination]) => {
      expect(await clientOf(method, site, destination, '203.0.113.9')).toBe('203.0.113.9')
    }),
  )
})

const subresources = ['image', 'script', 'style', 'iframe', 'frame']

async function clientOf(method: string, site: string, destination: string, address: string) {
  const app = new Hono().all('/', c => c.text(clientIp(c, 1)))
  const fetched = { 'sec-fetch-site': site, 'sec-fetch-dest': destination }
  const headers = { ...fetched, 'x-forwarded-for': address }
  return (await app.request('/', { method, headers })).text()
}
