import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '../../platform/log.ts'
import { logFailures } from '../log-failures.ts'
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
  return { url: await urlOf(server), stalled: stalled.promise }
}

async function urlOf(listening: Server) {
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : 0
  return `smtp://127.0.0.1:${port}`
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

test('Connecting and sending have one deadline: a server that is slow in both does not get twice the time', async () => {
  const total = 1_000
  // Its two replies until the mail begins take less than the deadline, and so do the four to the mail.
  const url = await startSlowServer(0.22 * total)
  const transport = openSmtp({ url, log: openLog('silent'), timeouts: { total } })
  expect(await transport.send(mail)).toMatchObject({ kind: 'unavailable' })
  await transport.close()
})

test.each([
  ['before its greeting', 0, 'unavailable'],
  ['before the body', 4, 'unavailable'],
])('The signal of a job ends the mail of a server that stalls %s', async (_, replies, kind) => {
  const { url, stalled } = await startServer(upToBody.slice(0, replies))
  const log = openLog('silent')
  // Longer than a test may take, so that nothing but the signal can end the mail.
  const hour = 60 * 60_000
  const timeouts = { connect: hour, greeting: hour, inactivity: hour, total: hour }
  // As a worker opens it.
  const transport = logFailures(openSmtp({ url, log, timeouts }), log)
  const job = new AbortController()
  const outcome = transport.send(mail, undefined, job.signal)
  await stalled
  job.abort()
  expect(await outcome).toMatchObject({ kind })
  await transport.close()
})

test('The signal of a job does not end a mail whose body the server may have accepted', async () => {
  const { url, stalled } = await startServer(upToBody)
  const transport = openSmtp({ url, log: openLog('silent'), timeouts: { total: 1_000 } })
  const job = new AbortController()
  const outcome = transport.send(mail, undefined, job.signal)
  await stalled
  job.abort()
  expect(await outcome).toMatchObject({ kind: 'unknown' })
  await transport.close()
})

test('A mail that waits for a connection ends with its job', async () => {
  const { url, stalled } = await startServer([])
  const transport = openSmtp({
    url,
    log: openLog('silent'),
    connections: 1,
    timeouts: { close: 0 },
  })
  const first = transport.send(mail)
  await stalled
  const job = new AbortController()
  const second = transport.send(mail, undefined, job.signal)
  job.abort()
  expect(await second).toMatchObject({ kind: 'unavailable' })
  await transport.close()
  expect(await first).toMatchObject({ kind: 'unavailable' })
})

/** A server that waits before each of its replies. */
async function startSlowServer(ms: number) {
  const replies = [...upToBody, '250 accepted']
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    const reply = () => setTimeout(() => socket.write(`${replies.shift()}\r\n`), ms).unref()
    reply()
    socket.on('data', reply)
  }).listen(0, '127.0.0.1')
  return urlOf(server)
}

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
