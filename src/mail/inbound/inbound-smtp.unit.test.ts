import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { submitMail } from '../../../tests/bounces/report-sender.ts'
import { SettingError } from '../../platform/config/config.ts'
import { openLog } from '../../platform/log/log.ts'
import { openPlaces } from './inbound-places.ts'
import {
  clientOf,
  type InboundSmtp,
  type InboundSmtpOptions,
  openInboundSmtp,
} from './inbound-smtp.ts'

const servers: InboundSmtp[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

const received: string[] = []
async function open(options: Partial<InboundSmtpOptions<string>> = {}) {
  received.length = 0
  const server = await openInboundSmtp<string>({
    port: 0,
    host: '127.0.0.1',
    name: 'radr.test',
    resolveRecipient: address => (address === 'ours@radr.test' ? 'ours' : null),
    refusal: 'write to hello@radr.test',
    receive: async (_, raw) => void received.push(raw.toString()),
    log: openLog('silent'),
    ...options,
  })
  servers.push(server)
  return server
}

test('A mail to a known address is received completely, with its envelope sender', async () => {
  const { port } = await open()
  expect(await submitMail(port, 'ours@radr.test', 'Subject: a\n\nb\n')).toBe(250)
  expect(received).toEqual(['Return-Path: <>\r\nSubject: a\r\n\r\nb\r\n'])
})

test('A mail that is too large is rejected and not received', async () => {
  const { port } = await open({ limits: { size: 1_000 } })
  expect(await submitMail(port, 'ours@radr.test', 'x'.repeat(1_500))).toBe(552)
  const huge = `${'x'.repeat(70)}\n`.repeat(200_000)
  expect(await submitMail(port, 'ours@radr.test', huge)).toBe(552)
  expect(received).toEqual([])
  expect(await submitMail(port, 'ours@radr.test', 'small')).toBe(250)
})

test('A mail that cannot be processed is deferred', async () => {
  let down = true
  const { port } = await open({
    receive: async () => {
      if (down) throw new Error('the database is unavailable')
    },
  })
  expect(await submitMail(port, 'ours@radr.test', 'x')).toBe(451)
  down = false
  expect(await submitMail(port, 'ours@radr.test', 'x')).toBe(250)
})

test('The number of mails is limited', async () => {
  const { port } = await open({ limits: { mailsPerMinute: 2 } })
  const codes = []
  for (let n = 0; n < 3; n++) codes.push(await submitMail(port, 'ours@radr.test', 'x'))
  expect(codes).toEqual([250, 250, 451])
})

test('Ten clients that hold all places keep nobody out, and lose the newest of their idle connections', async () => {
  const { port } = await open({ limits: { startMs: 60_000 } })
  const addresses = Array.from({ length: 10 }, (_, n) => `127.0.0.${n + 2}`)
  const fives = addresses.flatMap(from => Array<string>(5).fill(from))
  const idle = await Promise.all(fives.map(from => connectTo(port, { from })))
  for (let n = 0; n < 3; n++) expect(await submitMail(port, 'ours@radr.test', 'x')).toBe(250)
  const stillOpen = idle.filter(({ socket }) => !socket.destroyed && !socket.readableEnded)
  expect(stillOpen.length).toBeGreaterThan(40)
  for (const { socket } of idle) socket.destroy()
})

test('Connections that send half a mail give way too, if their client has more than others', async () => {
  const { port } = await open({ limits: { connections: 4, startMs: 60_000 } })
  const slow = []
  for (let n = 0; n < 4; n++) {
    const held = await connectTo(port, { from: '127.0.0.2' })
    held.socket.write('EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<ours@radr.test>\r\nDATA\r\nhalf a mai')
    slow.push(held)
  }
  expect(await submitMail(port, 'ours@radr.test', 'x')).toBe(250)
  for (const { socket } of slow) socket.destroy()
})

test('Where everybody has one connection, the one that is idle for the longest gives way', async () => {
  const { port } = await open({ limits: { connections: 3, startMs: 60_000 } })
  const held = []
  for (const n of [2, 3, 4]) held.push(await connectTo(port, { from: `127.0.0.${n}` }))
  const [oldest] = held.map(({ socket }) => socket)
  if (!oldest) throw new Error('There is no connection')
  const closed = once(oldest, 'close')
  expect(await submitMail(port, 'ours@radr.test', 'x')).toBe(250)
  await closed
  for (const { socket } of held) socket.destroy()
})

test('A connection that ended a mail just now has not been idle for the longest', () => {
  const closed: string[] = []
  const limits = { connections: 2, connectionsPerClient: 5, startMs: 60_000, connectionMs: 60_000 }
  const places = openPlaces(limits, id => closed.push(id))
  for (const id of ['first', 'second']) places.take(id, id)
  places.begin('first')
  places.beginAnswer('first')
  places.end('first')
  expect(places.take('third', 'third')).toBe(true)
  expect(closed).toEqual(['second'])
  for (const id of ['first', 'third']) places.leave(id)
})

test('A connection that sends commands but no mail is closed', async () => {
  const { port } = await open({ limits: { startMs: 300 } })
  const { socket } = await connectTo(port)
  const writing = setInterval(() => socket.write('NOOP\r\n'), 50)
  await once(socket, 'close')
  clearInterval(writing)
})

test('The networks of an IPv6 /48 are one client', () => {
  const closed: string[] = []
  const limits = { connections: 10, connectionsPerClient: 5, startMs: 60_000, connectionMs: 60_000 }
  const places = openPlaces(limits, id => closed.push(id))
  const taken = Array.from({ length: 60 }, (_, n) =>
    places.take(`${n}`, clientOf(`2001:db8:7:${n}::1`)),
  )
  expect(taken.filter(Boolean)).toHaveLength(5)
  expect(places.take('other', clientOf('2001:db8:8::1'))).toBe(true)
  for (let n = 0; n < 60; n++) places.leave(`${n}`)
  places.leave('other')
})

test('A client can open five connections, and others can still connect', async () => {
  const { port } = await open({ host: '::', limits: { connections: 10 } })
  const idle = await Promise.all(Array.from({ length: 5 }, () => connectTo(port)))
  for (const { greeting } of idle) expect(greeting).toMatch(/^220/)
  expect((await connectTo(port)).greeting).toMatch(/^421/)
  expect((await connectTo(port, { host: '::1' })).greeting).toMatch(/^220/)
  for (const { socket } of idle) socket.destroy()
  await expect.poll(async () => (await connectTo(port)).greeting).toMatch(/^220/)
})

test('A client can open more than five connections while more than half of all places are free', async () => {
  const { port } = await open()
  const greetings: string[] = []
  const held = []
  for (let n = 0; n < 26; n++) {
    const connection = await connectTo(port)
    greetings.push(connection.greeting.slice(0, 3))
    held.push(connection.socket)
  }
  expect(greetings).toEqual([...Array<string>(25).fill('220'), '421'])
  const others = Array.from({ length: 5 }, () => connectTo(port, { from: '127.0.0.2' }))
  for (const { greeting, socket } of await Promise.all(others)) {
    expect(greeting).toMatch(/^220/)
    held.push(socket)
  }
  for (const socket of held) socket.destroy()
})

test('A client that disconnects while it sends a mail is not logged as an error', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: line => void lines.push(line) })
  const { port } = await open({ log })
  const { socket } = await connectTo(port)
  socket.write('EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<ours@radr.test>\r\nDATA\r\nhalf a mai')
  await once(socket, 'data')
  socket.destroy()
  await expect.poll(() => lines.join()).toContain('aborted by the client')
  expect(lines.join()).not.toContain('stack')
})

test('A connection that is idle, or open for too long, is closed', async () => {
  const { port } = await open({ limits: { idleMs: 50 } })
  const { socket } = await connectTo(port)
  await once(socket, 'close')
  const second = await open({ limits: { connectionMs: 100 } })
  const slow = await connectTo(second.port)
  const writing = setInterval(() => slow.socket.write('N'), 10)
  await once(slow.socket, 'close')
  clearInterval(writing)
})

test('The server survives invalid input and clients that disconnect', async () => {
  const { port } = await open()
  for (const noise of [
    '\0\xff\xfe\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'DATA\r\n.\r\n',
    'A'.repeat(1e6),
  ]) {
    const { socket } = await connectTo(port)
    socket.write(noise, 'latin1')
    socket.destroy()
  }
  const { socket } = await connectTo(port)
  socket.write('EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<ours@radr.test>\r\nDATA\r\nhalf a mai')
  await once(socket, 'data')
  socket.destroy()
  expect(await submitMail(port, 'ours@radr.test', 'x')).toBe(250)
})

test('The error for an IP of another machine names the setting', async () => {
  const opening = open({ host: '192.0.2.1' })
  await expect(opening).rejects.toThrow(SettingError)
  await expect(opening).rejects.toThrow('HOST 192.0.2.1 is not an address of this machine.')
})

/** A connection after the server's greeting. */
async function connectTo(port: number, { host = '127.0.0.1', from = '' } = {}) {
  const socket = connect({ port, host, ...(from && { localAddress: from }) })
  socket.on('error', () => {})
  const [greeting] = await once(socket, 'data')
  socket.resume()
  return { socket, greeting: String(greeting) }
}
