import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/config/config.ts'
import { listenTestApp } from '../listening-app.ts'
import { day, openTestApp } from '../test-app.ts'

const http = await openTestApp()
const https = await openTestApp({ PUBLIC_URL: 'https://radr.test' })

const get = (path: string, app = http) => app.hono.request(`http://radr.test${path}`)

/** What one directive of the content security policy allows. */
function allowed(response: Response, directive: string): string | undefined {
  const policy = response.headers.get('content-security-policy') ?? ''
  const entry = policy.split(';').find(part => part.trim().split(' ')[0] === directive)
  return entry?.trim().slice(directive.length + 1)
}

const server = await listenTestApp(http)

/** Sends headers that `fetch` cannot send: not encoded, and with what is not a header. */
function exchange(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', reject)
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    socket.toArray().then(chunks => resolve(String(Buffer.concat(chunks))), reject)
  })
}

test.each([
  ['GET /%00 HTTP/1.1\r\nHost: radr.test', 404],
  ['GET /api/%00 HTTP/1.1\r\nHost: radr.test', 400],
  ['GET /avatars/none.jpg HTTP/1.1\r\nHost: radr.test', 404],
  ['GET /cards/members/nobody/x.jpg HTTP/1.1\r\nHost: radr.test', 404],
  ['GET /charts/ HTTP/1.1\r\nHost: radr.test', 301],
  ['GET /charts HTTP/1.1\r\nHost: other.test', 308],
  ['POST /charts HTTP/1.1\r\nHost: radr.test', 404],
  [`GET /${'a'.repeat(3_000)} HTTP/1.1\r\nHost: radr.test`, 414],
  ['GET /livez HTTP/1.1\r\nHost: radr.test', 200],
  ['GET * HTTP/1.1\r\nHost: radr.test', 400],
  ['GET / HTTP/1.1\r\nno header', 400],
  ['GET / HTTP/1.1\r\nX: no host', 400],
  ['GET / HTTP/1.1\r\nHost: radr.test\r\nExpect: bogus', 417],
  [`GET / HTTP/1.1\r\nHost: radr.test\r\nX: ${'x'.repeat(20_000)}`, 431],
])('The response to %.60s has the headers of security', async (head, status) => {
  const answer = await exchange(head)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  expect(answer).toMatch(/^content-security-policy: default-src 'self'/im)
  expect(answer).toMatch(/^x-frame-options: DENY/im)
  expect(answer).toMatch(/^x-content-type-options: nosniff/im)
})

test('A URL of more than 2,048 characters is refused, as JSON or as a page', async () => {
  const ask = (path: string, accept: string) => fetch(server.url + path, { headers: { accept } })
  for (const path of [`/${'/'.repeat(2_047)}x`, `/login?${'a&'.repeat(1_500)}`]) {
    const page = await ask(path, 'text/html')
    expect([page.status, page.headers.get('content-type')]).toEqual([
      414,
      'text/html; charset=UTF-8',
    ])
    expect(await page.text()).toContain('This address is too long')
    const call = await ask(`/api${path}`, 'text/html')
    expect([call.status, await call.json()]).toEqual([
      414,
      { message: expect.any(String), code: 'address_too_long' },
    ])
  }
  expect((await ask(`/?${'a'.repeat(2_046)}`, 'text/html')).status).toBe(200)
})

test.each(['/', '/login', '/nobody-here', '/api/user', '/api/nothing', '/api/charts/top-users'])(
  '%s runs no foreign script, cannot be framed and sends other sites no referrer path',
  async path => {
    const response = await get(path)
    expect(allowed(response, 'script-src')).toMatch(/^'self'( 'sha256-[\w+/=]+')*$/)
    expect(allowed(response, 'default-src')).toBe("'self'")
    expect(allowed(response, 'frame-ancestors')).toBe("'none'")
    expect(allowed(response, 'form-action')).toBe("'self'")
    expect(allowed(response, 'base-uri')).toBe("'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(response.headers.get('permissions-policy')).toContain('camera=()')
  },
)

test('An https site sends Strict-Transport-Security, for its subdomains and not at all by a setting', async () => {
  const sent = (settings: Record<string, string>) => readConfig(settings).strictTransportSecurity
  expect((await get('/', https)).headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect((await get('/')).headers.get('strict-transport-security')).toBeNull()
  const PUBLIC_URL = 'https://radr.test'
  expect(sent({ PUBLIC_URL, HSTS: 'subdomains' })).toBe('max-age=31536000; includeSubDomains')
  expect(sent({ PUBLIC_URL, HSTS: 'off' })).toBe(false)
})

test('No cache stores a response of the API, whether the call succeeded or failed', async () => {
  for (const path of [
    '/api/charts/top-users',
    '/api/user',
    '/api/profile/nobody',
    '/api/nothing',
  ]) {
    expect((await get(path)).headers.get('cache-control'), path).toBe('no-store')
  }
})

test('No shared cache stores a page', async () => {
  const { headers } = await get('/')
  expect(headers.get('cache-control')).toContain('private')
  expect(headers.get('vary')).toMatch(/cookie/i)
})

test('What caches may store sets no cookie, also when the session of the request is to be extended', async () => {
  const { call, username } = await http.member()
  http.pass(2 * day)
  for (const path of ['embed', 'feed.atom'].map(file => `/${username}/${file}`)) {
    const { status, response } = await call('GET', path)
    expect([status, response.headers.get('set-cookie')], path).toEqual([200, null])
  }
  const { response } = await call('GET', '/manifest.webmanifest')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect((await call('GET', '/home')).response.headers.get('set-cookie')).toContain('session=')
})

test.each([
  '/%00',
  '/%00/embed',
  '/%00/feed.atom',
  '/cards/members/%00/x.jpg',
  '/cards/drops/%00/1/x.jpg',
])('Nothing is found at %s, whose URL has the character U+0000', async path => {
  expect((await get(path)).status).toBe(404)
})

/** A page says when it was rendered, in steps of ten seconds. */
const withoutTime = (page: Buffer) => String(page).replace(/"now":\d+/, '"now":0')

test.each([
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['br', 'gzip, deflate, br, zstd;q=0', brotliDecompressSync],
  ['gzip', 'gzip, br;q=0', gunzipSync],
])('Pages are compressed with %s where the client accepts %s', async (encoding, accepted, read) => {
  const plain = await askFor('/login', '')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const { headers, body } = await askFor('/login', accepted)
  expect(headers.get('content-encoding')).toBe(encoding)
  expect(headers.get('vary')).toContain('Accept-Encoding')
  expect(withoutTime(read(body))).toBe(withoutTime(plain.body))
})

test('Short responses are not compressed', async () => {
  const { headers } = await askFor('/api/user', 'br')
  expect(headers.get('content-encoding')).toBeNull()
})

async function askFor(path: string, encodings: string) {
  const headers = { 'accept-encoding': encodings }
  const response = await http.hono.request(`http://radr.test${path}`, { headers })
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}
