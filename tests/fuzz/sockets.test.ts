import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { listenTestApp } from '../listening-app.ts'
import { noBrowserBuild } from '../no-browser-build.ts'
import { randomRuns } from '../random-runs.ts'
import { openTestApp } from '../test-app.ts'
import { withTimeout } from './api-responses.ts'

/** The server behind a real socket, for requests that are not well-formed. */
const app = await openTestApp()
const folder = await mkdtemp(join(tmpdir(), 'fuzz-sockets-'))
await mkdir(join(folder, 'public/assets'), { recursive: true })
await writeFile(join(folder, 'secret.txt'), 'top secret')
await writeFile(join(folder, 'public/assets/app.js'), 'served')
const files = { root: join(folder, 'public'), immutable: '/assets/' }
const server = await listenTestApp(app, { ...noBrowserBuild, files })
const port = Number(new URL(server.url).port)
afterAll(() => rm(folder, { recursive: true }))

/** Sends bytes, then waits for the server, ends its half or breaks the connection; returns what came back. */
function exchange(bytes: string, then: 'waits' | 'ends' | 'breaks' = 'waits'): Promise<string> {
  return withTimeout(
    new Promise<string>(resolve => {
      let said = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(bytes, 'latin1', () => {
          if (then === 'ends') socket.end()
          if (then === 'breaks') socket.destroy()
        })
      })
      socket.on('data', data => {
        said += data
      })
      // A server that closes the connection early has responded.
      socket.on('error', () => {})
      socket.on('close', () => resolve(said))
    }),
  )
}

const isAlive = async () =>
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

const post = (body: string, length: number | string, more = '') =>
  `POST /api/login HTTP/1.1\r\nHost: radr.test\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}Connection: close\r\n\r\n${body}`

const get = (target: string, more = '') =>
  `GET ${target} HTTP/1.1\r\nHost: radr.test\r\n${more}Connection: close\r\n\r\n`

test('Bodies that are truncated, longer than declared or declared with two lengths do not stop the server', async () => {
  const body = '{"email":"ann@mail.test","password":"guess"}'
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => exchange(post(body.slice(0, i * 2), 500), 'breaks')),
  )
  await exchange(post(body, 500), 'ends')
  for (const told of [0, 10, -1, 'x', '1e9', `${body.length}, 3`]) {
    expect(statusOf(await exchange(post(body, told))), String(told)).toBeLessThan(500)
  }
  const twoCounts = await exchange(post(body, body.length, 'Transfer-Encoding: chunked\r\n'))
  expect(statusOf(twoCounts)).toBe(400)
  const chunked = `POST /api/login HTTP/1.1\r\nHost: radr.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
  expect(statusOf(await exchange(`${chunked}zz\r\n{}\r\n0\r\n\r\n`))).toBe(400)
  expect(statusOf(await exchange(`${chunked}2\r\n{}\r\n0\r\n\r\n`))).toBe(400)
  const tooMuch = `${chunked}${'fff0\r\n'}${' '.repeat(0xfff0)}\r\nfff0\r\n${' '.repeat(0xfff0)}\r\n0\r\n\r\n`
  expect(statusOf(await exchange(tooMuch))).toBe(413)
  await isAlive()
})

test.each([
  ['no path', '%2f', 400],
  ['a star', '*', 400],
  ['another host', 'http://evil.test/healthz', 200],
  ['half a code', '/%', 404],
  ['no UTF-8', '/%c3%28', 404],
  ['a long path', `/${'a'.repeat(15_000)}`, 414],
  ['too long a path', `/${'a'.repeat(20_000)}`, 431],
])('A request for %s has a response', async (_, target, status) => {
  const answer = await exchange(get(target))
  expect(statusOf(answer)).toBe(status)
  expect(answer).not.toContain('evil.test')
  await isAlive()
})

test.each([
  'evil.test',
  'evil.test:99999',
  'a b',
  '[::1',
  '',
  '"><script>',
  'radr.test\r\nHost: b',
])('The host %j in a request causes no redirect to another site', async host => {
  const answer = await exchange(
    `GET /home HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil.test\r\nConnection: close\r\n\r\n`,
  )
  expect([302, 308, 400]).toContain(statusOf(answer))
  expect(answer).not.toMatch(/evil\.test|<script>/)
})

test('No path leads out of the folder of public files', async () => {
  expect(await exchange(get('/assets/app.js'))).toContain('served')
  const dots = [
    '..',
    '%2e%2e',
    '.%2e',
    '%252e%252e',
    '..%00',
    '..;',
    '....',
    '%c0%ae%c0%ae',
    '..%5c',
  ]
  const slashes = ['/', '//', '%2f', '%5c', '\\', '%252f']
  for (const up of dots) {
    for (const slash of slashes) {
      const way = `${up}${slash}`
      for (const target of [`/${way}secret.txt`, `/assets/${way}${way}secret.txt`]) {
        const answer = await exchange(get(target))
        expect(answer, target).not.toContain('top secret')
        expect(statusOf(answer), target).toBeLessThan(500)
      }
    }
  }
})

test('The server keeps running whatever bytes a connection sends', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      get('/'),
      get('/api/user'),
      post('{}', 2),
      'GET / HTTP/9.9',
      'PRI * HTTP/2.0',
      '\r\n',
    ),
    fc.constantFrom(
      'Host: a',
      'Cookie: session=\x80\xff',
      'Range: bytes=--',
      'Expect: 100-continue',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  )
  const bytes = fc.array(line, { minLength: 1, maxLength: 6 }).map(lines => lines.join('\r\n'))
  const property = fc.asyncProperty(bytes, fc.boolean(), async (bytes, breaks) => {
    expect(await exchange(bytes, breaks ? 'breaks' : 'ends')).not.toMatch(/HTTP\/1\.1 5(?!05)\d\d/)
  })
  await fc.assert(property, { numRuns: randomRuns(300) })
  await isAlive()
})
