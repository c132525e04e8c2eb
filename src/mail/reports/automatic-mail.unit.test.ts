import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../tests/random-runs.ts'
import { parseInbound } from '../inbound/parse-inbound.ts'
import { parseReport } from './parse-report.ts'

const people = [
  'Ann <fan@fans.test>',
  '"Post Master" <ann@fans.test>',
  'Postmaster Team <postmaster@firm.test>',
  'no-reply@tickets.test',
]
const mailSystem = 'Mail Delivery System <MAILER-DAEMON@mx.test>'

/** A field that marks a mail as automatic, and who may send it. */
const mark = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'X-Autoreply: yes',
      'Precedence: auto_reply',
      'Subject: Automatic reply: @star dropped Radr #1',
      'Subject: Out of office',
      'Subject: =?utf-8?Q?R=C3=A9ponse_automatique?=',
      'Subject: Abwesenheitsnotiz',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
    ),
    fc.constantFrom(...people, mailSystem),
  ),
  fc.tuple(
    fc.constantFrom(
      'Auto-Submitted: auto-replied',
      'Auto-Submitted: auto-generated (ticket)',
      'Auto-Submitted: auto-notified',
      'Precedence: bulk',
      'Precedence: junk',
      'Precedence: list',
    ),
    fc.constantFrom(...people),
  ),
)

const text = fc.constantFrom(
  'I am away until Monday. Urgent: call 555 0199 or 450 Main Street.',
  'Your request has the number 5.1.1 and could not be delivered to our staff.',
  '550 5.1.1 <fan@fans.test>: User unknown',
)

const answer = fc
  .record({
    mark,
    text,
    returnPath: fc.constantFrom('<>', '<fan@fans.test>'),
    original: fc.constantFrom('message/rfc822', 'text/rfc822-headers', null),
  })
  .map(({ mark: [field, from], text, returnPath, original }) => {
    const fields = [
      `Return-Path: ${returnPath}`,
      `From: ${from}`,
      field,
      'Content-Type: multipart/mixed; boundary=b',
    ]
    const attached = original ? `--b\nContent-Type: ${original}\n\nSubject: Drop 1\n` : ''
    return `${fields.join('\n')}\n\n--b\n\n${text}\n${attached}--b--\n`
  })

test('What is automatic is no bounce and no mail of a person, whoever sends it and whatever it says', () => {
  fc.assert(
    fc.property(answer, raw => {
      expect(parseInbound(Buffer.from(raw))).toEqual({ report: null, letter: null })
    }),
    { numRuns: randomRuns(3_000) },
  )
})

test('A read receipt with the original attached is no bounce', () => {
  const receipt = `Return-Path: <>\nFrom: MAILER-DAEMON@fans.test\nContent-Type: multipart/mixed; boundary=b

--b
Content-Type: message/disposition-notification

Final-Recipient: rfc822;fan@fans.test
Disposition: manual-action/MDN-sent-manually; displayed
--b
Content-Type: message/rfc822

Subject: Drop 1
--b--
`
  expect(parseReport(Buffer.from(receipt))).toBeNull()
})

test.each([
  ['a person called Post Master', '"Post Master" <ann@fans.test>', 'Great songs, thank you!'],
  ['a person at postmaster@', 'postmaster@fans.test', 'Great songs! Call me: 555 0199.'],
  ['a ticket system at postmaster@', 'Postmaster <postmaster@firm.test>', 'Your request is 4711.'],
])('What %s answers is no bounce', (_, from, text) => {
  for (const returnPath of ['<>', '<ann@fans.test>']) {
    const raw = `Return-Path: ${returnPath}\nFrom: ${from}\nSubject: Re: Radr #1\n\n${text}\n`
    expect(parseReport(Buffer.from(raw))).toBeNull()
  }
})

test.each([
  ['a null sender', '<>', 'Somebody <x@fans.test>'],
  ['postmaster@', '<postmaster@fans.test>', 'postmaster@fans.test'],
])('A bounce of %s is read when its text says that the mail was not delivered', (_, path, from) => {
  const raw = `Return-Path: ${path}\nFrom: ${from}\nSubject: Mail
Content-Type: multipart/mixed; boundary=b

--b

Your mail could not be delivered: 550 5.1.1 no such user
--b
Content-Type: message/rfc822

Subject: Drop 1
--b--
`
  expect(parseReport(Buffer.from(raw))?.events[0]?.kind).toBe('hard')
})
