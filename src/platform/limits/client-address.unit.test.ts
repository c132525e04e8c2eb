import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress, siteOf } from './client-address.ts'

/** What a request with this `X-Forwarded-For` counts as behind so many proxies of ours. */
async function addressOf(trustedProxies: number, forwarded?: string, socket?: string) {
  const app = new Hono().get('/', c => c.text(clientAddress(c, trustedProxies)))
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
  const app = new Hono().get('/', c => c.text(clientAddress(c, 1)))
  const loaded = async (site: string, destination: string, address: string) => {
    const fetched = { 'sec-fetch-site': site, 'sec-fetch-dest': destination }
    const response = await app.request('/', { headers: { ...fetched, 'x-forwarded-for': address } })
    return response.text()
  }
  expect(await loaded('cross-site', 'image', '203.0.113.9')).toBe('cross-site 203.0.113.9')
  const network = await loaded('cross-site', 'iframe', '2001:db8:0:7::1')
  expect(siteOf(network)).toBe('cross-site 2001:db8:0::/48')
  expect(await loaded('cross-site', 'document', '203.0.113.9')).toBe('203.0.113.9')
  expect(await loaded('same-origin', 'image', '203.0.113.9')).toBe('203.0.113.9')
  expect(await loaded('none', 'empty', '203.0.113.9')).toBe('203.0.113.9')
})
