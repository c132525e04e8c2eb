import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { listenTestApp } from '../listening-app.ts'
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
  // What they sent is 262 MB.
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
