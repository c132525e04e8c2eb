import { afterAll, beforeEach, expect, test } from 'vitest'
import { day, openTestApp } from '../../../tests/test-app.ts'
import { openMailFlow } from '../pausing/mail-flow.ts'
import { createSendRateLimiter } from '../sender/send-rate-limit.ts'
import { openSmtp } from '../smtp/smtp-transport.ts'
import { forwardLetter } from './forward-letter.ts'
import { MailRefused } from './inbound-smtp.ts'

const { context, mailbox, pass } = await openTestApp({ RATE_LIMITS: 'on' })
const transport = openSmtp({ url: mailbox.url, log: context.log })
const mailFlow = await openMailFlow(context, transport)
const mailContext = { ...context, mailFlow, rateLimiter: createSendRateLimiter(context.db, null) }
beforeEach(() => pass(2 * day))
afterAll(async () => {
  mailFlow.stop()
  await transport.close()
})

let letters = 0
/** How many of so many mails are forwarded; `from` says who has the next one sent, and in whose name. */
async function forward(count: number, from: (n: number) => { ip: string; person: string }) {
  let forwarded = 0
  for (let n = 0; n < count; n++) {
    const { ip, person } = from(n)
    const letter = {
      id: `letter${++letters}`,
      answerTo: `${person}@fans.test`,
      ...{ from: person, to: 'drops@radr.test', subject: 'Hello', text: 'Hello', attachments: 0 },
    }
    await forwardLetter(mailContext, letter, { to: 'hello@operator.test', ip }).then(
      () => forwarded++,
      error => expect(error).toBeInstanceOf(MailRefused),
    )
  }
  return forwarded
}

test.each([
  ['an IPv4 address', (n: number) => (n % 2 ? '203.0.113.9' : '::ffff:203.0.113.9')],
  ['an IPv6 /48', (n: number) => `2a02:8388:7:${n}::1`],
])(
  'A stranger with %s has 25 mails a day forwarded, in whose name ever, and leaves room for others',
  async (_, ip) => {
    expect(await forward(40, n => ({ ip: ip(n), person: `ann${n % 4}` }))).toBe(25)
    expect(await forward(12, () => ({ ip: '203.0.113.10', person: 'ann0' }))).toBe(10)
  },
)

test.each(['127.0.0.1', '172.17.0.1', '::1'])(
  'A mail server of the operator at %s passes on the mail of everybody',
  async ip => {
    expect(await forward(30, n => ({ ip, person: `person${n}` }))).toBe(30)
  },
)
