import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../platform/http.ts'
import { listen } from './listen.ts'

const silenceMs = 300

test('A client that does not read its answer is cut off after a while, and one that reads slowly is not', async () => {
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
        await new Promise(resolve => setTimeout(resolve, silenceMs / 3))
        stream.enqueue(new TextEncoder().encode('part '))
        if (++parts === 6) stream.close()
      }
      return new Response(new ReadableStream({ pull }))
    })
  const place = { host: '127.0.0.1', port: 0, setting: 'PORT', connectionsPerAddress: null }
  const server = await listen(app, { ...place, silenceMs })
  const slow = fetch(`${server.url}/slow`).then(response => response.text())
  const reader = connect(Number(new URL(server.url).port), '127.0.0.1')
  reader.on('error', () => {})
  await once(reader, 'connect')
  reader.pause()
  reader.write('GET /endless HTTP/1.1\r\nhost: radr.test\r\n\r\n')
  await cutOff.promise
  expect(await slow).toBe('part '.repeat(6))
  reader.destroy()
  await server.close()
})
