import { once } from 'node:events'
import { createServer } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type Behaviour, startMailbox } from '../../../tests/mailbox.ts'
import { simpleMail } from '../../../tests/mails/simple-mail.ts'
import type { Transport } from '../mail.ts'
import { openSmtp, type SmtpOptions } from './smtp-transport.ts'

type Options = Partial<SmtpOptions>

const opened: { close(): Promise<void> }[] = []
const logged: string[] = []
const log = pino(
  { level: 'trace' },
  new Writable({ write: (line, _, done) => done(void logged.push(String(line))) }),
)

afterEach(async () => {
  const mailboxesLast = opened.splice(0).sort((a, b) => Number('mails' in a) - Number('mails' in b))
  for (const one of mailboxesLast) await one.close()
  expect(logged.join('')).not.toMatch(/@|hunter2/)
})

function transportTo(url: string, options: Options = {}): Transport {
  const transport = openSmtp({ url, log, ...options })
  opened.push(transport)
  return transport
}

async function mailbox(...args: Parameters<typeof startMailbox>) {
  const box = await startMailbox(...args)
  opened.push(box)
  return box
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

test('an accepted mail is sent, and lines that start with a dot arrive unchanged', async () => {
  const box = await mailbox()
  const dots = { html: '<p>.\n.hello</p>', text: '.\n.hello\n' }
  const outcome = await transportTo(box.url).send(simpleMail(1, dots))
  expect(outcome).toMatchObject({ kind: 'sent', response: expect.stringMatching(/^250/) })
  const [mail] = await box.waitFor(1)
  expect(mail).toMatchObject({ from: 'drops@radr.example', to: ['fan1@fan.example'] })
  expect(mail?.parsed.text?.trim()).toBe('.\n.hello')
})

const rejection = (code: number, text: string) => ({ code, text })

test.each<[string, Behaviour, object]>([
  [
    'an unknown recipient is rejected permanently',
    { recipient: to => rejection(550, `5.1.1 <${to}>: no such user`) },
    {
      kind: 'rejected',
      code: 550,
      enhanced: '5.1.1',
      response: expect.stringContaining('<[address]>: no such user'),
    },
  ],
  [
    'a full mailbox is retried later',
    { recipient: () => rejection(452, '4.2.2 mailbox full') },
    { kind: 'retry', code: 452, response: expect.stringContaining('mailbox full') },
  ],
  [
    'a server that defers our sender is unavailable for every mail',
    { sender: () => rejection(451, '4.7.1 slow down') },
    { kind: 'unavailable' },
  ],
  [
    'a body taken for spam is rejected',
    { body: ({ to }) => rejection(554, `5.7.1 spam for ${to}`) },
    { kind: 'rejected', code: 554, enhanced: '5.7.1' },
  ],
  [
    'a deferred body is retried later',
    { body: () => rejection(451, '4.3.0 try later') },
    { kind: 'retry', code: 451 },
  ],
  [
    'a server that shuts down at the greeting is unavailable',
    { greeting: () => rejection(421, '4.3.2 closing') },
    { kind: 'unavailable', reason: expect.stringContaining('421') },
  ],
  [
    'a server that shuts down at a recipient is unavailable',
    { recipient: to => rejection(421, `4.7.0 too many to ${to}`) },
    { kind: 'unavailable', code: 421 },
  ],
  [
    'a server that shuts down after the body did not accept it and is unavailable',
    { body: () => rejection(421, '4.3.2 closing') },
    { kind: 'unavailable' },
  ],
  [
    'a server that rejects our sender is unavailable for every mail',
    { sender: from => rejection(550, `5.7.1 ${from} not allowed`) },
    { kind: 'unavailable', reason: expect.stringContaining('[address] not allowed') },
  ],
  [
    'a server that requires TLS first is unavailable',
    { sender: () => rejection(530, '5.7.0 Must issue a STARTTLS command first') },
    { kind: 'unavailable' },
  ],
  [
    'a server that disconnects before the body is unavailable',
    { recipient: () => 'disconnect' },
    { kind: 'unavailable' },
  ],
  [
    'a mail whose server disconnects after the body is unknown',
    { body: () => 'disconnect' },
    { kind: 'unknown' },
  ],
])('%s, and the next mail is sent', (_, behaviour, expected) => failOnce(behaviour, expected))

test.each<[string, Behaviour, object]>([
  [
    'a server that stalls before the body is unavailable',
    { recipient: () => 'stall' },
    { kind: 'unavailable', reason: 'Timeout' },
  ],
  [
    'a server that stalls at the greeting is unavailable',
    { greeting: () => 'stall' },
    { kind: 'unavailable', reason: expect.stringMatching(/^Greeting|^Timeout/) },
  ],
  [
    'a mail whose server stalls after the body is unknown',
    { body: () => 'stall' },
    { kind: 'unknown', reason: 'Timeout' },
  ],
])('%s, and the next mail is sent', (_, behaviour, expected) =>
  failOnce(behaviour, expected, { inactivity: 400, greeting: 400 }),
)

/** Sends a mail to a server with this behaviour, and then one to the same server without it. */
async function failOnce(
  behaviour: Behaviour,
  expected: object,
  timeouts: SmtpOptions['timeouts'] = {},
) {
  // With PIPELINING the replies arrive together, otherwise one by one.
  const failures = [true, false].map(async hidePIPELINING => {
    const box = await mailbox({ hidePIPELINING })
    const transport = transportTo(box.url, { timeouts })
    box.behave(behaviour)
    const outcome = await transport.send(simpleMail(1))
    expect(outcome).toMatchObject(expected)
    expect(JSON.stringify(outcome)).not.toMatch(/@/)
    expect(box.mails).toHaveLength(0)
    box.behave()
    expect(await transport.send(simpleMail(2))).toMatchObject({ kind: 'sent' })
    if (outcome.kind === 'retry' || outcome.kind === 'rejected')
      expect(box.connections().opened).toBe(1)
  })
  await Promise.all(failures)
}

test('an invalid address is rejected without contacting the server', async () => {
  const transport = transportTo('smtp://127.0.0.1:1')
  expect(await transport.send(simpleMail(1, { to: { address: 'a@b@c.example' } }))).toMatchObject({
    kind: 'rejected',
    enhanced: '5.1.3',
  })
})

test('a mail larger than the server accepts is rejected', async () => {
  const box = await mailbox({ size: 500 })
  const outcome = await transportTo(box.url).send(simpleMail(1))
  expect(outcome).toMatchObject({ kind: 'rejected', code: 552 })
})

test('a server that refuses connections is unavailable', async () => {
  const spare = createServer().listen(0, '127.0.0.1')
  await once(spare, 'listening')
  const address = spare.address()
  const port = typeof address === 'object' ? address?.port : 0
  await new Promise(resolve => spare.close(resolve))
  const outcome = await transportTo(`smtp://127.0.0.1:${port}`).send(simpleMail(1))
  expect(outcome).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('ECONNREFUSED'),
  })
})

const withLogin = {
  disabledCommands: ['STARTTLS'],
  authOptional: false,
  onAuth: (
    { username, password }: { username?: string | undefined; password?: string | null | undefined },
    _: unknown,
    done: (error: Error | null, answer?: object) => void,
  ) =>
    password === 'hunter2@%/'
      ? done(null, { user: username })
      : done(Object.assign(new Error(`bad ${username} ${password}`), { responseCode: 535 })),
}

test('user and password may be percent-encoded in the URL', async () => {
  const box = await mailbox(withLogin)
  const url = box.url.replace('//', `//anna%40radr.example:${encodeURIComponent('hunter2@%/')}@`)
  expect(await transportTo(`${url}?tls=optional`).send(simpleMail(1))).toMatchObject({
    kind: 'sent',
  })
})

test('a server that rejects the login is unavailable, and the reason contains neither user nor password', async () => {
  const box = await mailbox(withLogin)
  const url = box.url.replace('//', '//postmaster:hunter2@')
  const outcome = await transportTo(`${url}?tls=optional`).send(simpleMail(1))
  expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('535') })
  expect(JSON.stringify(outcome)).not.toMatch(/hunter2|postmaster/)
  expect(await transportTo(box.url).send(simpleMail(1))).toMatchObject({ kind: 'unavailable' })
})

test('a user name that is a common word stays in what the server says about a mail', async () => {
  const box = await mailbox(withLogin)
  box.behave({ recipient: () => ({ code: 450, text: '4.5.4 Daily user sending quota exceeded' }) })
  const url = box.url.replace('//', `//user:${encodeURIComponent('hunter2@%/')}@`)
  expect(await transportTo(`${url}?tls=optional`).send(simpleMail(1))).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('Daily user sending quota exceeded'),
  })
})

test('smtps:// on a port that begins without TLS is unavailable, and the reason names STARTTLS', async () => {
  const box = await mailbox({})
  const outcome = await transportTo(box.url.replace('smtp:', 'smtps:')).send(simpleMail(1))
  expect(outcome).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('smtp:// in place of smtps:// uses STARTTLS'),
  })
})

test('a password is not sent without TLS, even where the server offers none', async () => {
  const passwords: unknown[] = []
  const box = await mailbox({
    ...withLogin,
    onAuth({ password }, _, done) {
      passwords.push(password)
      done(null, { user: 'anna' })
    },
  })
  const url = box.url.replace('//', '//anna:hunter2@')
  const outcome = await transportTo(url).send(simpleMail(1))
  expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/TLS/) })
  expect(passwords).toEqual([])
})

test('the error for an invalid URL does not contain it', () => {
  expect(() => openSmtp({ url: 'smtp://u:hunter2@host:port', log })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  )
})

test('TLS from the start takes trusted certificates alone', async () => {
  const secure = await mailbox({ secure: true })
  const url = secure.url.replace('smtp:', 'smtps:')
  expect(await transportTo(url).send(simpleMail(1))).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringMatching(/certificate/),
  })
  const trusting = transportTo(url, { tls: { rejectUnauthorized: false } })
  expect(await trusting.send(simpleMail(1))).toMatchObject({ kind: 'sent' })
})

test('connections are limited in number and reused, and mails are sent in order', async () => {
  const box = await mailbox()
  const many = transportTo(box.url, { connections: 3 })
  const outcomes = await Promise.all(numbers(40).map(n => many.send(simpleMail(n))))
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['sent']))
  await many.send(simpleMail(41))
  expect(box.connections()).toMatchObject({ opened: 3, mostOpen: 3 })
  box.clear()
  const one = transportTo(box.url, { connections: 1 })
  await Promise.all(numbers(10).map(n => one.send(simpleMail(n))))
  expect(box.mails.map(({ parsed }) => parsed.subject)).toEqual(numbers(10).map(n => `Mail ${n}`))
})

test.each([1, 2, 3, 4, 5])(
  'a server that permits %i connections gets all mails on these',
  async permitted => {
    const box = await mailbox()
    box.behave({
      greeting: () =>
        box.connections().open > permitted
          ? rejection(421, '4.7.0 Too many concurrent SMTP connections; please try again later.')
          : 'accept',
    })
    const transport = transportTo(box.url)
    const outcomes = await Promise.all(numbers(60).map(n => transport.send(simpleMail(n))))
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([])
    expect(box.mails).toHaveLength(60)
    expect(box.connections().opened).toBeLessThanOrEqual(2 * 10)
  },
)

test.each([1, 2, 5])(
  'a server that permits %i mails at the same time gets all of them',
  async permitted => {
    const box = await mailbox()
    let active = 0
    box.behave({
      // Microsoft 365 says it in reply to a mail.
      sender: () => {
        if (active === permitted)
          return rejection(432, '4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded')
        active++
        return 'accept'
      },
      body: () => {
        active--
        return 'accept'
      },
    })
    const transport = transportTo(box.url)
    const outcomes = await Promise.all(numbers(60).map(n => transport.send(simpleMail(n))))
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([])
    expect(box.mails).toHaveLength(60)
  },
)

test('a server that permits more connections again gets more', async () => {
  const box = await mailbox()
  let permitted = 1
  box.behave({
    greeting: () =>
      box.connections().open > permitted ? rejection(421, '4.7.0 too many connections') : 'accept',
  })
  const transport = transportTo(box.url, { connections: 3, timeouts: { growth: 0 } })
  await Promise.all(numbers(20).map(n => transport.send(simpleMail(n))))
  permitted = 3
  await Promise.all(numbers(20).map(n => transport.send(simpleMail(n))))
  expect(box.connections().open).toBe(3)
  expect(box.mails).toHaveLength(40)
})

test('the URL says how many connections may be open', async () => {
  const box = await mailbox()
  const transport = transportTo(`${box.url}?connections=2`)
  await Promise.all(numbers(20).map(n => transport.send(simpleMail(n))))
  expect(box.connections().mostOpen).toBe(2)
})

test('without a password STARTTLS takes any certificate, with one it takes trusted certificates alone', async () => {
  const box = await mailbox({ ...withLogin, disabledCommands: [], authOptional: true })
  expect(await transportTo(box.url).send(simpleMail(1))).toMatchObject({ kind: 'sent' })
  const url = box.url.replace('//', `//anna:${encodeURIComponent('hunter2@%/')}@`)
  for (const query of ['', '?tls=optional'])
    expect(await transportTo(url + query).send(simpleMail(2))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/certificate/),
    })
})

test('the name in EHLO is the given one', async () => {
  const names: string[] = []
  const box = await mailbox({
    onMailFrom(_, session, done) {
      names.push(session.hostNameAppearsAs)
      done()
    },
  })
  await transportTo(box.url, { name: 'radr.example' }).send(simpleMail(1))
  expect(names).toEqual(['radr.example'])
})

test('a connection is replaced after a number of mails', async () => {
  const box = await mailbox()
  const transport = transportTo(box.url, { connections: 1, mailsPerConnection: 2 })
  for (const n of numbers(5))
    expect(await transport.send(simpleMail(n))).toMatchObject({ kind: 'sent' })
  expect(box.connections()).toMatchObject({ opened: 3, mostOpen: 1 })
})

test('a mail on a reused connection that the server closes is sent on a new one', async () => {
  const box = await mailbox()
  const transport = transportTo(box.url, { connections: 1 })
  await transport.send(simpleMail(1))
  let drops = 0
  box.behave({ sender: () => (drops++ === 0 ? 'disconnect' : 'accept') })
  expect(await transport.send(simpleMail(2))).toMatchObject({ kind: 'sent' })
  drops = 0
  box.behave({
    recipient: () =>
      drops++ === 0 ? rejection(421, '4.7.0 enough for this connection') : 'accept',
  })
  expect(await transport.send(simpleMail(3))).toMatchObject({ kind: 'sent' })
  expect(box.mails.map(({ parsed }) => parsed.subject)).toEqual(['Mail 1', 'Mail 2', 'Mail 3'])
})

test('an idle connection is closed', async () => {
  const closed = Promise.withResolvers<void>()
  const box = await mailbox({ onClose: () => closed.resolve() })
  await transportTo(box.url, { timeouts: { idle: 30 } }).send(simpleMail(1))
  await closed.promise
})

test('closing waits for the mail in flight and returns queued mails', async () => {
  const box = await mailbox()
  const transport = transportTo(box.url, { connections: 1 })
  const first = transport.send(simpleMail(1))
  const second = transport.send(simpleMail(2))
  await expect.poll(() => box.connections().opened, { interval: 1 }).toBe(1)
  await transport.close()
  expect(await first).toMatchObject({ kind: 'sent' })
  expect(await second).toMatchObject({ kind: 'unavailable' })
  expect(await transport.send(simpleMail(3))).toMatchObject({ kind: 'unavailable' })
  expect(box.mails).toHaveLength(1)
})
