import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import type { Behaviour } from '../../../tests/mailbox.ts'
import { simpleMail } from '../../../tests/mails/simple-mail.ts'
import { openSmtpFixture } from '../../../tests/smtp-fixture.ts'
import type { SmtpOptions } from './smtp-transport.ts'

const { transportTo, mailbox } = openSmtpFixture()

test('An accepted mail is sent, and lines that start with a dot arrive unchanged', async () => {
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
    { kind: 'unavailable', code: 421 },
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
    { kind: 'unavailable', reason: 'Timeout', code: 421 },
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

test('An invalid address is rejected without contacting the server', async () => {
  const transport = transportTo('smtp://127.0.0.1:1')
  expect(await transport.send(simpleMail(1, { to: { address: 'a@b@c.example' } }))).toMatchObject({
    kind: 'rejected',
    enhanced: '5.1.3',
  })
})

test('A mail larger than the server accepts is rejected', async () => {
  const box = await mailbox({ size: 500 })
  const outcome = await transportTo(box.url).send(simpleMail(1))
  expect(outcome).toMatchObject({
    kind: 'rejected',
    code: 552,
    response: expect.stringMatching(/^5\.3\.4 /),
  })
})

test('A server that refuses connections is unavailable', async () => {
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

test('User and password may be percent-encoded in the URL', async () => {
  const box = await mailbox(withLogin)
  const url = box.url.replace('//', `//anna%40radr.example:${encodeURIComponent('hunter2@%/')}@`)
  expect(await transportTo(`${url}?tls=optional`).send(simpleMail(1))).toMatchObject({
    kind: 'sent',
  })
})

test('A server that rejects the login is unavailable, and the reason contains neither user nor password', async () => {
  const box = await mailbox(withLogin)
  const url = box.url.replace('//', '//postmaster:hunter2@')
  const outcome = await transportTo(`${url}?tls=optional`).send(simpleMail(1))
  expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('535') })
  expect(JSON.stringify(outcome)).not.toMatch(/hunter2|postmaster/)
  expect(await transportTo(box.url).send(simpleMail(1))).toMatchObject({ kind: 'unavailable' })
})

test('A user name that is a common word stays in what the server says about a mail', async () => {
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

test('A password is not sent without TLS, even where the server offers none', async () => {
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

test('The error for an invalid URL does not contain it', () => {
  expect(() => transportTo('smtp://u:hunter2@host:port')).toThrow(
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

test('Without a password STARTTLS takes any certificate, with one it takes trusted certificates alone', async () => {
  const box = await mailbox({ ...withLogin, disabledCommands: [], authOptional: true })
  expect(await transportTo(box.url).send(simpleMail(1))).toMatchObject({ kind: 'sent' })
  const url = box.url.replace('//', `//anna:${encodeURIComponent('hunter2@%/')}@`)
  for (const query of ['', '?tls=optional'])
    expect(await transportTo(url + query).send(simpleMail(2))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/certificate/),
    })
})

test('The name in EHLO is the given one', async () => {
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

test('Closing waits for the mail in flight and returns queued mails', async () => {
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
