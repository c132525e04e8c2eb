import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../tests/processes/processor-time.ts'
import { randomRuns } from '../../../tests/random-runs.ts'
import { parseInbound } from '../inbound/parse-inbound.ts'
import { parseReport } from './parse-report.ts'

const sample = (name: string) => readFile(`tests/samples/bounces/${name}.eml`)
const worst = async (name: string) => parseReport(await sample(name))?.events[0]

/** A report that says this in prose, and this in the fields about the recipient. */
const reportOf = (prose: string, fields: string, type = 'report; report-type=delivery-status') =>
  Buffer.from(`From: MAILER-DAEMON@relay.test
To: bounce+path@radr.test
MIME-Version: 1.0
Content-Type: multipart/${type}; boundary=b

--b
Content-Type: text/plain; charset=utf-8

<fan@fans.test>: ${prose}

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; fan@fans.test
Action: failed
${fields}

--b
Content-Type: text/rfc822-headers

Subject: Drop 1

--b--
`)

const noteOf = (text: string, from = 'postmaster@fans.test') =>
  Buffer.from(`Return-Path: <>\nFrom: ${from}\n\n${text}\n`)

describe('A delivery status notification', () => {
  test.each([
    ['mailbox-full', 'soft', /^552-5\.2\.2 The recipient's inbox is out of storage/],
    ['gave-up', 'soft', /^4\.4\.7/],
    ['policy', 'soft', /^550 5\.7\.1 .*block list/],
    ['vague-status', 'hard', /^host .* 550-5\.2\.1 this account is switched off/],
    ['delivered', 'delivered', /delivered/],
    ['report-without-status', 'hard', /550 5\.1\.1/],
  ])('%s is %s', async (name, kind, detail) => {
    expect(await worst(name)).toMatchObject({ kind, detail: expect.stringMatching(detail) })
  })

  const unknownUser = 'Status: 5.0.0\nDiagnostic-Code: smtp; 550 user unknown'

  test.each([
    [
      'a directory at Microsoft',
      'host fans-test.mail.protection.outlook.com said: 550 5.4.1 (in\nreply to RCPT TO command)',
      'Status: 5.4.1\nDiagnostic-Code: smtp; 550 5.4.1 Recipient address rejected: Access denied.\n    [BN8NAM12.prod.protection.outlook.com]',
      'hard',
      /^550 5\.4\.1/,
    ],
    [
      'a server behind Microsoft',
      'could not be delivered.',
      'Status: 5.1.351\nDiagnostic-Code: smtp;550 5.1.351 Remote server returned unknown recipient or\n    mailbox unavailable',
      'hard',
      /^550 5\.1\.351/,
    ],
    [
      'Outlook.com',
      'Delivery has failed.',
      'Status: 5.5.0\nDiagnostic-Code: smtp;550 5.5.0 Requested action not taken: mailbox unavailable\n    (S2017062302).',
      'hard',
      /^550 5\.5\.0/,
    ],
    [
      'Yahoo',
      '554 delivery error (in reply to end of DATA command)',
      "Status: 5.0.0\nDiagnostic-Code: smtp; 554 delivery error: dd This user doesn't have a\n    yahoo.com account (fan@fans.test) [0] - mta1.mail.yahoo.test",
      'hard',
      /^5\.0\.0 554 delivery error/,
    ],
    [
      'a server with a code of its own',
      'blocked',
      'Status: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1 Your network is on our list of open proxies',
      'soft',
      /^550 5\.7\.1/,
    ],
    [
      'a block list with the code of a dead mailbox',
      'blocked',
      'Status: 5.1.3\nDiagnostic-Code: smtp; 553 http://www.spamhaus.example/query?ip=192.0.2.1',
      'soft',
      /^5\.1\.3 553/,
    ],
    [
      'a server that refused the recipient',
      'host mx.fans.test said: 550 user unknown (in reply to RCPT\n    TO command)',
      unknownUser,
      'hard',
      /^5\.0\.0 550 user unknown/,
    ],
    [
      'a server that refused the body',
      'host mx.fans.test said: 550 user unknown (in reply to end\n    of DATA command)',
      unknownUser,
      'soft',
      /^5\.0\.0 550 user unknown/,
    ],
  ])('of %s is read with its text', (_, prose, fields, kind, detail) => {
    const [event] = parseReport(reportOf(prose, fields))?.events ?? []
    expect(event).toMatchObject({ kind, detail: expect.stringMatching(detail) })
  })

  test.each(['spam', 'quota', 'content'])('is hard for an unknown mailbox called %s', name => {
    const fields = `Status: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <${name}@fans.test>: User unknown`
    const [event] = parseReport(reportOf('could not be delivered.', fields))?.events ?? []
    expect(event?.kind).toBe('hard')
  })

  test('is read without a status in a mail that is no report', () => {
    const mail = reportOf('failed', 'Diagnostic-Code: smtp; 550 5.1.1 nobody here', 'mixed')
    expect(parseReport(mail)?.events[0]).toMatchObject({
      kind: 'hard',
      detail: expect.stringMatching(/^550 5\.1\.1/),
    })
  })

  test('is found after a long human-readable part', async () => {
    const text = (await sample('unknown-user')).toString()
    const long = text.replace('attached below.', 'attached below.\n'.repeat(20_000))
    expect(parseReport(Buffer.from(long))?.events[0]).toMatchObject({ kind: 'hard' })
  })
})

describe('A bounce in prose', () => {
  test.each([
    ['qmail', 'hard', '<[address]>: Sorry, no mailbox here by that name. (#5.1.1)'],
    ['exim', 'hard', expect.stringMatching(/550 no such user here/)],
  ])('%s is %s', async (name, kind, detail) => {
    expect(await worst(name)).toMatchObject({ kind, detail })
  })

  test.each([
    [
      'hard',
      'Unknown Recipient',
      'fan@fans.test on Sat, 21 Nov 2026\n    The recipient name is not recognized\n    MSEXCH:IMS:FANS:SITE:SERVER 0 (000C05A6) Unknown Recipient',
    ],
    [
      'hard',
      '550 5.1.1',
      'There was an error delivering your mail to <fan@fans.test>.\n\nmx.fans.test [192.0.2.1] did not like our RCPT TO:\n550 5.1.1 <fan@fans.test>: nobody of this name\n\nMessage headers follow.\n\nReceived: from root',
      'MAILER-DAEMON <>',
    ],
    [
      'soft',
      '550 5.2.2',
      '<fan@fans.test>:\nRemote host said:\n550 5.2.2 <fan@fans.test>... Mailbox full\n[RCPT_TO]\n\n--- Below this line is a copy of the message.\n\nReceived: by yahoo.test',
    ],
    ['soft', 'quota', '<fan@fans.test>:\n552 sorry, this mailbox is over its quota (#5.1.1)'],
    ['soft', 'User unknown', 'Your message to fan@fans.test could not be delivered:\nUser unknown'],
  ])('is %s and keeps "%s": %j', (kind, detail, text, from?: string) => {
    const [event] = parseReport(noteOf(text, from))?.events ?? []
    expect(event).toMatchObject({ kind, detail: expect.stringContaining(detail) })
  })

  test('counts only if a mail system wrote it', async () => {
    const text = (await sample('qmail')).toString()
    const byPerson = text.replace('MAILER-DAEMON', 'fan')
    expect(parseReport(Buffer.from(byPerson))).toBeNull()
    const away = String(noteOf('I am away until Monday. My new extension is 5.1.1.'))
    expect(parseReport(Buffer.from(away.replace('postmaster', 'fan')))).toBeNull()
  })
})

test('A report is identified by its Message-ID, and without one by its content', async () => {
  const text = (await sample('unknown-user')).toString()
  const again = text.replace('10:00:00', '11:00:00')
  const of = (raw: string) => parseReport(Buffer.from(raw))?.events[0]?.reportId
  expect(of(again)).toBe(of(text))
  const withoutId = text.replace(/^Message-ID:.*\n/m, '')
  expect(of(withoutId)).toBe(of(withoutId))
  expect(of(withoutId)).not.toBe(of(text))
})

test('A report names at most 100 recipients and has at most 20 verdicts, each with a short detail', () => {
  const names = Array.from({ length: 3_000 }, (_, n) => `n${n}@mail.test`)
  const paragraphs = '550 a\n\n'.repeat(2_000)
  const groups = names.map(
    name => `Final-Recipient: rfc822;${name}\nAction: failed\nStatus: 5.1.1\n\n`,
  )
  const large = [
    `X-Failed-Recipients: ${names.join(', ')}\n\n${paragraphs}`,
    `From: mailer-daemon@x.test\n\n${names.join(' ').repeat(20)}\n\n${paragraphs}`,
    `Content-Type: message/delivery-status\n\n${groups.join('')}`,
    `Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822;${names.join()}\nAction: failed\n`,
  ]
  for (const raw of large) {
    const { events = [] } = parseReport(Buffer.from(raw)) ?? {}
    expect(events.length).toBeGreaterThan(0)
    expect(events.length).toBeLessThanOrEqual(20)
    const named = new Set(
      events.flatMap(({ recipients, originals }) => [...(recipients ?? []), ...(originals ?? [])]),
    )
    expect(named.size).toBeLessThanOrEqual(100)
    for (const name of named) expect(name.length).toBeLessThan(1_100)
  }
})

describe('Hostile mail', () => {
  const head = 'From: MAILER-DAEMON@x.test\nContent-Type: multipart/report; boundary=b\n\n'
  const status = (fields: string) =>
    `${head}--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n${fields}\n--b--\n`
  const partsOf = (count: number, text: string, boundary = 'b') =>
    [
      `Content-Type: multipart/report; boundary="${boundary}"\n`,
      ...Array.from({ length: count }, () => `--${boundary}\nContent-Type: text/plain\n\n${text}`),
      `--${boundary}--`,
    ].join('\n')
  const hostile = {
    empty: '',
    zeroes: '\0'.repeat(500_000),
    'one endless line': 'x'.repeat(900_000),
    'empty lines': '\n'.repeat(1_000_000),
    'short lines': `${head}--b\n\n${'a\n'.repeat(500_000)}`,
    'nothing but boundaries': head + '--b\n'.repeat(250_000),
    'no end of the parts': `${head}--b\nContent-Type: message/delivery-status\n\nAction: fai`,
    'parts in parts': Array.from(
      { length: 15_000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
    ).join(''),
    'many parts': head + '--b\nContent-Type: message/delivery-status\n\nA: b\n'.repeat(15_000),
    'parts of line ends': partsOf(10, `x${'\n'.repeat(20_000)}x`),
    'parts of punctuation': partsOf(50, `x${'-'.repeat(19_000)}x`),
    'parts of angle brackets': partsOf(40, '<'.repeat(20_000)),
    'parts of almost addresses': partsOf(40, 'a@'.repeat(10_000)),
    'a long boundary': partsOf(14, 'x', 'b'.repeat(40_000)),
    'almost boundaries': partsOf(1, `\n--${'b'.repeat(69)}x`.repeat(10_000), 'b'.repeat(70)),
    'a long field': `Subject: ${'x: '.repeat(300_000)}\n\nx`,
    'many recipients': status('Action: failed\nStatus: 9.9.9\n\n'.repeat(25_000)),
    'many dots': status(`Action: failed\nDiagnostic-Code: x; ${'5.1.'.repeat(200_000)}`),
    'many spaces': status(`Action: failed\nDiagnostic-Code: ${' '.repeat(800_000)};`),
    'one folded field': status(`Action: failed\nDiagnostic-Code: a\n${' b\n'.repeat(200_000)}`),
    'many at signs': status(
      `Action: failed\nStatus: 5.1.1\nDiagnostic-Code: ${'@'.repeat(60_000)}`,
    ),
    'a long word in prose': `From: postmaster@x.test\n\n550 5.0.0 ${'a'.repeat(900_000)}`,
    'long paragraphs': `From: postmaster@x.test\n\n${'550 user @\n'.repeat(80_000)}`,
    'prose of dashes': `From: postmaster@x.test\n\n${'-'.repeat(800_000)}\n#5.1.1`,
    'equals signs': `Content-Transfer-Encoding: quoted-printable\n\n${'= '.repeat(400_000)}`,
    'half a character': status(
      'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: \\ud83d \xff\xfe\0',
    ),
  }

  test.each(Object.entries(hostile))('of the kind "%s" is parsed in time', (_, raw) => {
    const time = processorTime(() => {
      const { report } = parseInbound(Buffer.from(raw, 'latin1'))
      for (const { detail } of report?.events ?? []) expect(detail.length).toBeLessThanOrEqual(300)
    })
    expect(time).toBeLessThan(2_000)
  })
})

const lineEnds = ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029']
/** What the parser's expressions look for. */
const tokens =
  `>|<|<<< |--|--b|=|= |=0D|=E2=80=A8|;|:|#|.|@|a|é|0|550 |550-|5.1.1|(|"|action:|action: failed|status: 5.1.1|user |
  diagnostic-code: smtp; |final-recipient: rfc822; |unknown |a@b.test |return-path:|received|original message|charset=|
  this is a copy|content-type: |boundary=| |\t`.split(/\|(?:\n {2})?/)
const report = 'Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message'
const heads = [
  'From: mailer-daemon@x.test\n\n',
  'From: a@b.test\n\n',
  'From: a@b.test\nContent-Type: text/html\n\n',
  'From: a@b.test\nSubject: ',
  'From: mailer-daemon@x.test\nContent-Transfer-Encoding: quoted-printable\n\n',
  'X-Failed-Recipients: a@b.test\nContent-Type: text/plain; charset=utf-8\n\n',
  `${report}/delivery-status\n\naction: failed\n`,
  `${report}/feedback-report\n\nfeedback-type: abuse\n`,
  `From: staff@hotmail.com\nSubject: complaint about message\n${report}/rfc822\n\n`,
]

test('No text that repeats itself for 120 kB takes a tenth of the time that a mail may take', () => {
  const token = fc.oneof(fc.constantFrom(...lineEnds), fc.constantFrom(...tokens))
  const mail = fc
    .tuple(fc.constantFrom(...heads), fc.array(token, { minLength: 1, maxLength: 3 }))
    .map(([head, repeated]) => head + repeated.join('').repeat(120_000 / repeated.join('').length))
  const isQuick = fc.property(mail, raw => {
    const bytes = Buffer.from(raw)
    expect(processorTime(() => parseInbound(bytes))).toBeLessThan(200)
  })
  const found: [string][] = [`>\r`, '-\u2028', '.\u2029'].map(part => [
    heads[0] + part.repeat(20_000),
  ])
  fc.assert(isQuick, { numRuns: randomRuns(600), examples: found })
})
