import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { handOver } from '../../tests/report-sender.ts'
import { SettingError } from '../platform/config.ts'
import { openLog } from '../platform/log.ts'
import { type InboundSmtp, type InboundSmtpOptions, openInboundSmtp } from './inbound-smtp.ts'

const doors: InboundSmtp[] = []
afterEach(async () => {
  await Promise.all(doors.splice(0).map(door => door.close()))
})

const came: string[] = []
async function open(options: Partial<InboundSmtpOptions<string>> = {}) {
  came.length = 0
  const door = await openInboundSmtp<string>({
    port: 0,
    host: '127.0.0.1',
    name: 'radr.test',
    resolveRecipient: address => (address === 'ours@radr.test' ? 'us' : null),
    receive: async (_, raw) => void came.push(raw.toString()),
    log: openLog('silent'),
    ...options,
  })
  doors.push(door)
  return door
}

test('A mail to an address of ours is accepted whole, with its envelope sender', async () => {
  const { port } = await open()
  expect(await handOver(port, 'ours@radr.test', 'Subject: a\n\nb\n')).toBe(250)
  expect(came).toEqual(['Return-Path: <>\r\nSubject: a\r\n\r\nb\r\n'])
})

test('Nothing is passed on for others', async () => {
  const { port } = await open()
  expect(await handOver(port, 'someone@else.test', 'x')).toBe(550)
  expect(await handOver(port, 'theirs@radr.test', 'x')).toBe(550)
  expect(came).toEqual([])
})

test('What is too large is refused and not kept', async () => {
  const { port } = await open({ limits: { size: 1_000 } })
  expect(await handOver(port, 'ours@radr.test', 'x'.repeat(1_500))).toBe(552)
  const huge = `${'x'.repeat(70)}\n`.repeat(200_000)
  expect(await handOver(port, 'ours@radr.test', huge)).toBe(552)
  expect(came).toEqual([])
  expect(await handOver(port, 'ours@radr.test', 'small')).toBe(250)
})

test('What cannot be written down now is to be brought again', async () => {
  let down = true
  const { port } = await open({
    receive: async () => {
      if (down) throw new Error('the database is away')
    },
  })
  expect(await handOver(port, 'ours@radr.test', 'x')).toBe(451)
  down = false
  expect(await handOver(port, 'ours@radr.test', 'x')).toBe(250)
})

test('Who brings too many mails, or opens too many connections, has to wait', async () => {
  const { port } = await open({ limits: { mailsPerMinute: 2, connections: 2 } })
  const codes = []
  for (let n = 0; n < 3; n++) codes.push(await handOver(port, 'ours@radr.test', 'x'))
  expect(codes).toEqual([250, 250, 451])
  const idle = await Promise.all([greeted(port), greeted(port)])
  expect((await greeted(port)).greeting).toMatch(/^421/)
  for (const { socket } of idle) socket.destroy()
})

test('One client gets five connections, and others still get in', async () => {
  const { port } = await open({ host: '::' })
  const idle = await Promise.all(Array.from({ length: 5 }, () => greeted(port)))
  for (const { greeting } of idle) expect(greeting).toMatch(/^220/)
  expect((await greeted(port)).greeting).toMatch(/^421/)
  expect((await greeted(port, '::1')).greeting).toMatch(/^220/)
  for (const { socket } of idle) socket.destroy()
  await expect.poll(async () => (await greeted(port)).greeting).toMatch(/^220/)
})

test('A client that leaves in the middle of its mail is no error in the log', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: line => void lines.push(line) })
  const { port } = await open({ log })
  const { socket } = await greeted(port)
  socket.write('EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<ours@radr.test>\r\nDATA\r\nhalf a mai')
  await once(socket, 'data')
  socket.destroy()
  await expect.poll(() => lines.join()).toContain('aborted by the client')
  expect(lines.join()).not.toContain('stack')
})

test('A connection that stays silent, or drips, does not last', async () => {
  const { port } = await open({ limits: { idleMs: 50 } })
  const { socket } = await greeted(port)
  await once(socket, 'close')
  const second = await open({ limits: { connectionMs: 100 } })
  const dripping = await greeted(second.port)
  const drip = setInterval(() => dripping.socket.write('N'), 10)
  await once(dripping.socket, 'close')
  clearInterval(drip)
})

test('Garbage and clients that hang up leave the door open', async () => {
  const { port } = await open()
  for (const noise of [
    '\0\xff\xfe\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'DATA\r\n.\r\n',
    'A'.repeat(1e6),
  ]) {
    const { socket } = await greeted(port)
    socket.write(noise, 'latin1')
    socket.destroy()
  }
  const { socket } = await greeted(port)
  socket.write('EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<ours@radr.test>\r\nDATA\r\nhalf a mai')
  await once(socket, 'data')
  socket.destroy()
  expect(await handOver(port, 'ours@radr.test', 'x')).toBe(250)
})

test('A port that cannot be had is named', async () => {
  const opening = open({ host: '192.0.2.1' })
  await expect(opening).rejects.toThrow(SettingError)
  await expect(opening).rejects.toThrow(/BOUNCE_SMTP_PORT .*EADDRNOTAVAIL/)
})

/** A bare connection after the server's first line. */
async function greeted(port: number, host = '127.0.0.1') {
  const socket = connect(port, host)
  socket.on('error', () => {})
  const [greeting] = await once(socket, 'data')
  socket.resume()
  return { socket, greeting: String(greeting) }
}
