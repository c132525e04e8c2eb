import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../platform/http/http.ts'
import { listen } from './listen.ts'

const silenceMs = 1_500
/** All parts together take longer than `silenceMs`, and one may come late on a busy machine. */
const slowParts = 20
const place = { host: '127.0.0.1', port: 0, setting: 'PORT', connectionsPerAddress: null }

test('A client that does not read its response is cut off after a while, and one that reads slowly is not', async () => {
  const cutOff = Promise.withResolvers<void>()
  const app = new Hono<AppEnv>()
    .get('/endless', () => {
      const pull = (stream: ReadableStreamDefaultController) =>
        stream.enqueue(new Uint8Array(1_000_000))
      return new Response(new ReadableStream({ pull, cancel: () => cutOff.resolve() }))
    })
    .get('/slow', () => {
      let parts = 0
      const pull = async (stream: ReadableStreamDefaultController) => {
        await new Promise(resolve => setTimeout(resolve, silenceMs / 15))
        stream.enqueue(new TextEncoder().encode('part '))
        if (++parts === slowParts) stream.close()
      }
      return new Response(new ReadableStream({ pull }))
    })
  const server = await listen(app, { ...place, silenceMs })
  const slow = fetch(`${server.url}/slow`).then(response => response.text())
  const reader = connect(Number(new URL(server.url).port), '127.0.0.1')
  reader.on('error', () => {})
  await once(reader, 'connect')
  reader.pause()
  reader.write('GET /endless HTTP/1.1\r\nhost: radr.test\r\n\r\n')
  await cutOff.promise
  expect(await slow).toBe('part '.repeat(slowParts))
  reader.destroy()
  await server.close()
})

test('A connection gets a hundred responses in their order, and one that sends more ahead is ended', async () => {
  let handled = 0
  const app = new Hono<AppEnv>().get('/:n', c => c.text(`(${c.req.param('n')} is ${++handled})`))
  const server = await listen(app, place)
  const numbers = Array.from({ length: 101 }, (_, n) => n + 1)
  const requests = numbers.map(n => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`)
  const send = (count: number) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(requests.slice(0, count).join(''))
    return socket
  }
  const socket = send(100)
  let said = ''
  socket.on('data', data => {
    said += data
  })
  await expect.poll(() => said).toMatch(/connection: close.*\(100 is 100\)/is)
  const expected = numbers.slice(0, 100).map(n => `(${n} is ${n})`)
  expect(said.match(/\(\d+ is \d+\)/g)).toEqual(expected)
  socket.destroy()
  const more = await send(101)
    .toArray()
    .catch(() => [])
  expect(Buffer.concat(more).toString()).not.toContain('503')
  expect(handled).toBeLessThanOrEqual(200)
  await server.close()
})

test('All that connect while a drained process is busy are served, although its port is about to close', async () => {
  const app = new Hono<AppEnv>().get('/', c => c.text('served'))
  const server = await listen(app, place)
  server.drain()
  const closed = server.close()
  const sockets = Array.from({ length: 8 }, () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return socket
  })
  // The kernel connects the sockets after this tick; the process accepts them when it is no longer busy.
  await new Promise(process.nextTick)
  const busyUntil = Date.now() + 100
  while (Date.now() < busyUntil);
  for (const socket of sockets)
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/served$/)
  await closed
})

test('What cannot be read after a request whose response has begun is no part of that response', async () => {
  const start = (part: ReadableStreamDefaultController) => part.enqueue(Buffer.from('part'))
  const app = new Hono<AppEnv>().get('/', () => new Response(new ReadableStream({ start })))
  const server = await listen(app, place)
  const ask = async (then: string, isBegun: boolean) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(isBegun ? 'GET / HTTP/1.1\r\nHost: a\r\n\r\n' : '')
    if (isBegun) await once(socket, 'data')
    socket.write(then)
    return Buffer.concat(await socket.toArray().catch(() => [])).toString()
  }
  expect(await ask('no request\r\n\r\n', true)).not.toContain('400')
  expect(await ask('no request\r\n\r\n', false)).toContain('HTTP/1.1 400 Bad Request')
  await server.close()
})
