import { afterEach, expect, test } from 'vitest'
import { simpleMail } from '../../../tests/mails/simple-mail.ts'
import { acceptingReplies, startScriptedSmtp } from '../../../tests/servers/scripted-smtp.ts'
import { openLog } from '../../platform/log/log.ts'
import type { Transport } from '../mail.ts'
import { logFailures } from '../open-transport.ts'
import { openSmtp, type SmtpOptions } from './smtp-transport.ts'

const mail = simpleMail()
const log = openLog('silent')

let transport: Transport
afterEach(() => transport.close())

/** Opens a transport as a worker does. */
function open(url: string, timeouts: SmtpOptions['timeouts'] = {}, connections = 10) {
  transport = logFailures(openSmtp({ url, log, timeouts, connections }), log)
  return transport
}

/** A server without a reply to the body, or to the command before which it stalls. */
const stallingServer = (replies: number) => startScriptedSmtp(acceptingReplies.slice(0, replies))

test.each<[string, number, string]>([
  ['before its greeting', 0, 'unavailable'],
  ['after the greeting', 1, 'unavailable'],
  ['before the body', 4, 'unavailable'],
  ['after the body', 5, 'unknown'],
])('Closing aborts, after a timeout, a mail whose server stalls %s', async (_, replies, kind) => {
  const { url, stalled } = await stallingServer(replies)
  const outcome = open(url, { close: 100 }).send(mail)
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
  const { url } = await startScriptedSmtp(acceptingReplies.slice(0, replies), { isEndless: true })
  const start = performance.now()
  expect(await open(url, { inactivity: 1_000, total: 1_500 }).send(mail)).toMatchObject({ kind })
  expect(performance.now() - start).toBeLessThan(10_000)
})

test('Connecting and sending have one deadline: a server that is slow in both does not get twice the time', async () => {
  const total = 1_000
  // The server's two replies until the mail begins take less than the deadline, and so do the four to the mail.
  const { url } = await startScriptedSmtp(acceptingReplies, { waits: [0.22 * total] })
  expect(await open(url, { total }).send(mail)).toMatchObject({ kind: 'unavailable' })
})

test('A mail whose server is slow at each command ends with that reason, and not for want of a connection', async () => {
  const { url } = await stallingServer(3)
  expect(await open(url, { total: 1_000 }).send(mail)).toEqual({
    kind: 'unavailable',
    reason: 'the attempt took too long',
    code: 421,
  })
})

test.each([
  ['before its greeting', 0, 'unavailable'],
  ['before the body', 4, 'unavailable'],
])('The signal of a job ends the mail of a server that stalls %s', async (_, replies, kind) => {
  const { url, stalled } = await stallingServer(replies)
  // The limits are longer than a test may take, so that nothing but the signal can end the mail.
  const hour = 60 * 60_000
  const job = new AbortController()
  const timeouts = { connect: hour, greeting: hour, inactivity: hour, total: hour }
  const outcome = open(url, timeouts).send(mail, undefined, job.signal)
  await stalled
  job.abort()
  expect(await outcome).toMatchObject({ kind })
})

test('The signal of a job does not end a mail whose body the server may have accepted', async () => {
  const { url, stalled } = await stallingServer(5)
  const job = new AbortController()
  const outcome = open(url, { total: 1_000 }).send(mail, undefined, job.signal)
  await stalled
  job.abort()
  expect(await outcome).toMatchObject({ kind: 'unknown' })
})

test('A mail that waits for a connection ends with its job', async () => {
  const { url, stalled } = await stallingServer(0)
  const first = open(url, { close: 0 }, 1).send(mail)
  await stalled
  const job = new AbortController()
  const second = transport.send(mail, undefined, job.signal)
  job.abort()
  expect(await second).toMatchObject({ kind: 'unavailable' })
  await transport.close()
  expect(await first).toMatchObject({ kind: 'unavailable' })
})

test('A server that ignores QUIT does not prevent closing', async () => {
  const { url } = await startScriptedSmtp(acceptingReplies)
  expect(await open(url).send(mail)).toMatchObject({ kind: 'sent' })
  await transport.close()
})

test('A server that offers TLS and then fails it is unavailable, and gets no unencrypted mail', async () => {
  const offer = ['220 hi', '250-hello\r\n250 STARTTLS', '454 4.7.0 TLS not available']
  const { url } = await startScriptedSmtp(offer)
  expect(await open(url).send(mail)).toMatchObject({ kind: 'unavailable' })
})

test('A server whose name cannot be resolved is unavailable', async () => {
  const url = 'smtp://user:hunter2@mail.nowhere.invalid'
  const outcome = await open(url, { dns: 500, connect: 2_000 }).send(mail)
  expect(outcome).toMatchObject({ kind: 'unavailable' })
  expect(JSON.stringify(outcome)).not.toContain('hunter2')
})
