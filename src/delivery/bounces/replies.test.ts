import { beforeEach, expect, test } from 'vitest'
import { openBounceFixture } from '../../../tests/bounces/bounce-fixture.ts'
import { submit } from '../../../tests/bounces/report-sender.ts'
import { day } from '../../../tests/test-app.ts'

const contact = 'hello@operator.test'
const app = await openBounceFixture({ CONTACT: contact, RATE_LIMITS: 'on' })
const { config } = app.context
beforeEach(() => {
  app.mailbox.clear()
  app.mailbox.behave()
})

const forwarded = () => app.mailbox.mails.filter(({ to }) => to[0] === contact)

let letters = 0
/** A mail that a person writes to the app. */
function write(to: string, head: Record<string, string> = {}, body = 'How do I stop this?') {
  const fields = {
    From: 'Ann Example <ann@fans.test>',
    To: to,
    Subject: '=?utf-8?Q?Re:_=40star_dropped_=E2=99=AB?=',
    'Message-ID': `<letter${++letters}@fans.test>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...head,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}\r\n`
}

const send = (to: string | string[], raw: string, from = 'ann@fans.test', port = app.port) =>
  submit(port, { from, to }, raw)

test.each(['drops@radr.test', 'Postmaster', 'postmaster@radr.test', 'ABUSE@radr.test'])(
  'What a person writes to %s comes to the operator, whose answer goes to the person',
  async address => {
    expect(await send(address, write(address))).toMatch(/^250/)
    const [mail] = forwarded()
    expect(mail?.parsed).toMatchObject({
      subject: 'Fwd: Re: @star dropped ♫',
      from: { address: config.mailFrom.address },
      replyTo: [{ address: 'ann@fans.test' }],
    })
    for (const part of [mail?.parsed.text, mail?.parsed.html]) {
      expect(part).toContain('Ann Example')
      expect(part).toContain('How do I stop this?')
      expect(part).toContain('Replies go to ann@fans.test.')
    }
    const headers = new Map(mail?.parsed.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('x-auto-response-suppress')).toBe('All')
  },
)

test('A mail to several of the addresses comes once, and again with the same Message-ID when its server repeats it', async () => {
  const raw = write('abuse@radr.test')
  const both = ['abuse@radr.test', 'postmaster@radr.test']
  expect(await send(both, raw)).toMatch(/^250/)
  expect(forwarded()).toHaveLength(1)
  expect(await send(both, raw)).toMatch(/^250/)
  expect(new Set(forwarded().map(({ parsed }) => parsed.messageId)).size).toBe(1)
})

test('What a person writes to the return path of a drop comes to the operator, and is no bounce', async () => {
  const drop = await (await app.createMember()).drop()
  const before = await app.snapshot()
  expect(await send(drop.returnPath(), write(drop.returnPath()))).toMatch(/^250/)
  expect(forwarded()).toHaveLength(1)
  expect(await app.snapshot()).toEqual(before)
})

test('An automatic mail is taken and not forwarded', async () => {
  for (const [head, from] of [
    [{ 'Auto-Submitted': 'auto-replied' }, 'ann@fans.test'],
    [{ Precedence: 'bulk' }, 'ann@fans.test'],
    [{ 'List-Id': '<news.fans.test>' }, 'ann@fans.test'],
    [{ Subject: 'Out of office' }, 'ann@fans.test'],
    [{ From: 'MAILER-DAEMON <mailer-daemon@fans.test>' }, 'ann@fans.test'],
    [{}, ''],
  ] as const)
    expect(await send('drops@radr.test', write('drops@radr.test', head), from)).toMatch(/^250/)
  expect(forwarded()).toEqual([])
})

test('While mail is paused, or the mail server refuses the mail, the person hears of it', async () => {
  const { db, clock } = app.context
  await db.updateTable('mail_flow').set({ paused_at: clock.now() }).execute()
  expect(await send('drops@radr.test', write('drops@radr.test'))).toMatch(/^451/)
  await db.updateTable('mail_flow').set({ paused_at: null }).execute()
  app.mailbox.behave({ recipient: () => ({ code: 550, text: '5.1.1 gone' }) })
  expect(await send('drops@radr.test', write('drops@radr.test'))).toMatch(/^550.*hello@operator/)
  expect(forwarded()).toEqual([])
})

test('One person has 10 mails a day forwarded and all together 100, and the others are told where to write', async () => {
  const writeOften = async (person: string, times: number) => {
    const replies: string[] = []
    for (let time = 0; time < times; time++)
      replies.push(await send('drops@radr.test', write('x', { From: person }), person))
    return replies.filter(reply => reply.startsWith('250')).length
  }
  app.pass(2 * day)
  expect(await writeOften('often@fans.test', 11)).toBe(10)
  expect(await send('drops@radr.test', write('x', { From: 'often@fans.test' }))).toMatch(
    /^550 5\.7\.1 too much mail today: write to hello@operator\.test/,
  )
  let taken = 10
  for (let person = 1; person <= 10; person++) taken += await writeOften(`p${person}@fans.test`, 10)
  expect(taken).toBe(100)
  app.pass(2 * day)
  expect(await writeOften('often@fans.test', 1)).toBe(1)
})

test('A mail that the mail server defers counts once, however often its server repeats it', async () => {
  app.pass(2 * day)
  const raw = write('drops@radr.test', { From: 'patient@fans.test' })
  const again = () => send('drops@radr.test', raw)
  app.mailbox.behave({ recipient: () => ({ code: 450, text: '4.7.1 Greylisted' }) })
  for (let time = 0; time < 12; time++) expect(await again()).toMatch(/^451/)
  app.mailbox.behave()
  for (let time = 0; time < 10; time++) expect(await again()).toMatch(/^250/)
  expect(await again()).toMatch(/^550 5\.7\.1 too much mail today/)
})

test('Mail to any other address is refused with the address to write to', async () => {
  expect(await send('someone@radr.test', write('someone@radr.test'))).toMatch(
    /^550 5\.7\.1 nobody reads mail to this address: write to hello@operator\.test/,
  )
})

test('Without an email in CONTACT whoever writes is told where to look, and reports are still taken', async () => {
  const silent = await openBounceFixture()
  const member = await silent.createMember()
  const drop = await member.drop()
  for (const address of ['drops@radr.test', 'postmaster', drop.returnPath()])
    expect(await send(address, write(address), 'ann@fans.test', silent.port)).toMatch(
      /^550 5\.7\.1 nobody reads mail to this address: see http:/,
    )
  expect(await silent.report('unknown-user', drop.returnPath())).toBe(250)
  expect(await drop.states()).toMatchObject({ failed: 1 })
})
