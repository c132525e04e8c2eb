import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '../../platform/log.ts'
import type { Mail } from '../mail.ts'
import { openSmtp } from './smtp-transport.ts'

let server: Server | null = null
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server?.close()
})

/** A server that sends one of these replies for each command, and then nothing, or an endless reply. */
async function startServer(replies: string[], isEndless = false) {
  const stalled = Promise.withResolvers<void>()
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    const reply = () => {
      const next = replies.shift()
      if (next) socket.write(`${next}\r\n`)
      else if (isEndless) setInterval(() => socket.write('250-more to come\r\n'), 10).unref()
      else stalled.resolve()
    }
    reply()
    socket.on('data', reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `smtp://127.0.0.1:${port}`, stalled: stalled.promise }
}

const mail: Mail = {
  from: { name: 'Radr', address: 'drops@radr.example' },
  to: { address: 'fan@fan.example' },
  subject: 'Mail',
  html: '<p>hello</p>',
  text: 'hello',
  messageId: '<1@radr.example>',
  date: new Date(),
}

const upToBody = ['220 hi', '250 hello', '250 sender', '250 recipient', '354 go on']

test.each<[string, number, string]>([
  ['before its greeting', 0, 'unavailable'],
  ['after the greeting', 1, 'unavailable'],
  ['before the body', 4, 'unavailable'],
  ['after the body', 5, 'unknown'],
])('Closing aborts, after a timeout, a mail whose server stalls %s', async (_, replies, kind) => {
  const { url, stalled } = await startServer(upToBody.slice(0, replies))
  const transport = openSmtp({ url, log: openLog('silent'), timeouts: { close: 100 } })
  const outcome = transport.send(mail)
  await stalled
  const start = performance.now()
  await transport.close()
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(await outcome).toMatchObject({ kind })
})

test.each<[string, number, string]>([
  ['after the greeting', 1, 'unavailable'],
  ['before the body', 2, 'unavailable'],
  ['after the body', 5, 'unknown'],
])('An endless reply %s is aborted after a timeout', async (_, replies, kind) => {
  const { url } = await startServer(upToBody.slice(0, replies), true)
  const transport = openSmtp({
    url,
    log: openLog('silent'),
    timeouts: { inactivity: 100, total: 300 },
  })
  const start = performance.now()
  expect(await transport.send(mail)).toMatchObject({ kind })
  expect(performance.now() - start).toBeLessThan(10_000)
  await transport.close()
})

test('A server that offers TLS and then fails it is unavailable, and gets no unencrypted mail', async () => {
  const offer = ['220 hi', '250-hello\r\n250 STARTTLS', '454 4.7.0 TLS not available']
  const { url } = await startServer(offer)
  const transport = openSmtp({ url, log: openLog('silent') })
  expect(await transport.send(mail)).toMatchObject({ kind: 'unavailable' })
  await transport.close()
})

test('A server whose name cannot be resolved is unavailable', async () => {
  const url = 'smtp://user:hunter2@mail.nowhere.invalid'
  const transport = openSmtp({
    url,
    log: openLog('silent'),
    timeouts: { dns: 500, connect: 2_000 },
  })
  const outcome = await transport.send(mail)
  expect(outcome).toMatchObject({ kind: 'unavailable' })
  expect(JSON.stringify(outcome)).not.toContain('hunter2')
  await transport.close()
})
