import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { submitMail } from '../../tests/bounces/report-sender.ts'
import { SettingError } from '../platform/config.ts'
import { openLog } from '../platform/log.ts'
import { type InboundSmtp, type InboundSmtpOptions, openInboundSmtp } from './inbound-smtp.ts'

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

test('Mail is not relayed', async () => {
  const { port } = await open()
  expect(await submitMail(port, 'someone@else.test', 'x')).toBe(550)
  expect(await submitMail(port, 'theirs@radr.test', 'x')).toBe(550)
  expect(received).toEqual([])
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

test('The number of mails and of connections is limited', async () => {
  const { port } = await open({ limits: { mailsPerMinute: 2, connections: 2 } })
  const codes = []
  for (let n = 0; n < 3; n++) codes.push(await submitMail(port, 'ours@radr.test', 'x'))
  expect(codes).toEqual([250, 250, 451])
  const idle = await Promise.all([connectTo(port), connectTo(port)])
  expect((await connectTo(port)).greeting).toMatch(/^421/)
  for (const { socket } of idle) socket.destroy()
})

test('A client can open five connections, and others can still connect', async () => {
  const { port } = await open({ host: '::' })
  const idle = await Promise.all(Array.from({ length: 5 }, () => connectTo(port)))
  for (const { greeting } of idle) expect(greeting).toMatch(/^220/)
  expect((await connectTo(port)).greeting).toMatch(/^421/)
  expect((await connectTo(port, '::1')).greeting).toMatch(/^220/)
  for (const { socket } of idle) socket.destroy()
  await expect.poll(async () => (await connectTo(port)).greeting).toMatch(/^220/)
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

test('The error for an address of another machine names the setting', async () => {
  const opening = open({ host: '192.0.2.1' })
  await expect(opening).rejects.toThrow(SettingError)
  await expect(opening).rejects.toThrow('HOST 192.0.2.1 is not an address of this machine.')
})

/** A connection after the server's greeting. */
async function connectTo(port: number, host = '127.0.0.1') {
  const socket = connect(port, host)
  socket.on('error', () => {})
  const [greeting] = await once(socket, 'data')
  socket.resume()
  return { socket, greeting: String(greeting) }
}
