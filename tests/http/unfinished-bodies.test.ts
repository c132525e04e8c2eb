import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../src/app/server.ts'
import { startSession } from '../../src/members/sessions/sessions.ts'
import type { AppEnv } from '../../src/platform/http/http.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { listenTestApp } from '../listening-app.ts'
import { noBrowserBuild } from '../no-browser-build.ts'
import { openTestApp } from '../test-app.ts'

const app = await openTestApp()
const server = await listenTestApp(app)
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

test('Five hundred clients without a session that send half a picture are rejected and use little memory', async () => {
  const before = process.memoryUsage().rss
  const answers = await Promise.all(Array.from({ length: 500 }, sendHalfAPicture))
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 401']))
  // The 500 halves are 262 MB.
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(200)
})

const half = Buffer.alloc(512 * 1024, 'a')

/** The first half of a chunked body; the last chunk never comes. Returns the status line. */
async function sendHalfAPicture(): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  // The server may close the connection while the rest of the half is still on its way.
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    'PUT /api/user/avatar HTTP/1.1\r\nHost: radr.test\r\nOrigin: http://radr.test\r\n' +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  socket.write(`${half.length.toString(16)}\r\n`)
  socket.write(half)
  const [data] = await once(socket, 'data')
  return String(data).slice(0, 12)
}

test('A body in tiny chunks, which would occupy the server for long, is refused', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(
    'POST /api/login HTTP/1.1\r\nHost: radr.test\r\nContent-Type: application/json\r\n' +
      `Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(60_000)}`,
  )
  const [data] = await once(socket, 'data')
  expect(String(data)).toMatch(/^HTTP\/1\.1 413 .*x-content-type-options: nosniff/is)
})

test('A call whose session ends while its body arrives changes nothing', async () => {
  const { db, clock } = app.context
  const { id } = await app.member()
  const token = await startSession(db, id, clock.now())
  const track = { spotifyUrl: 'https://open.spotify.com/track/late' }
  const pull = async (controller: ReadableStreamDefaultController) => {
    await db.deleteFrom('sessions').where('user_id', '=', id).execute()
    controller.enqueue(Buffer.from(JSON.stringify(track)))
    controller.close()
  }
  const response = await app.hono.request('http://radr.test/api/tracks', {
    method: 'POST',
    headers: { cookie: `session=${token}`, origin: 'http://radr.test', ...json },
    // The body is read only once the session was found.
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    duplex: 'half',
  })
  expect(response.status).toBe(401)
  expect(await db.selectFrom('tracks').where('user_id', '=', id).selectAll().execute()).toEqual([])
})

const json = { 'content-type': 'application/json' }

test('A client that goes away before its body has arrived is no error of ours', async () => {
  const errors: string[] = []
  const log = openLog('error', { write: line => void errors.push(line) })
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const hono = new Hono<AppEnv>()
  hono.use(async (_, next) => {
    begun.resolve()
    await next()
    ended.resolve()
  })
  hono.route('/', createApp({ ...app.context, log }, noBrowserBuild))
  const { hostname, port } = new URL((await listenTestApp({ ...app, hono })).url)
  const socket = connect(Number(port), hostname)
  socket.write(
    'POST /api/login HTTP/1.1\r\nHost: radr.test\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email":',
  )
  await begun.promise
  socket.destroy()
  await ended.promise
  expect(errors).toEqual([])
})

test('A large body that hardly arrives is cut off as soon as others wait for its place', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const limited = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  const { budget, db, clock } = limited.context
  const { hostname, port } = new URL((await listenTestApp(limited)).url)
  const cookies = [sessionOf, sessionOf, sessionOf].map(open => open())
  async function sessionOf() {
    const { id } = await limited.member()
    return `session=${await startSession(db, id, clock.now())}`
  }
  async function send(member: number, length: number, body: string) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(
      `PUT /api/user/avatar HTTP/1.1\r\nHost: radr.test\r\nOrigin: http://radr.test\r\nCookie: ${await cookies[member]}\r\n` +
        `X-Forwarded-For: 203.0.113.${member}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    )
    return socket
  }
  const slow = await Promise.all([0, 0, 1, 1].map(member => send(member, 5_000_000, '{"avatar":"')))
  await expect.poll(() => budget.largeBodies()).toEqual({ running: 4, waiting: 0 })
  vi.advanceTimersByTime(30_000)
  expect(slow.some(({ destroyed }) => destroyed)).toBe(false)
  const removal = '{"avatar":null}'
  const next = await send(2, removal.length, removal)
  await expect.poll(() => budget.largeBodies()).toEqual({ running: 4, waiting: 1 })
  vi.advanceTimersByTime(5_000)
  const [data] = await once(next, 'data')
  expect(String(data)).toMatch(/^HTTP\/1\.1 200/)
  await expect.poll(() => slow.every(({ closed }) => closed)).toBe(true)
})
