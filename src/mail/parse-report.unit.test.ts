import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parseReport } from './parse-report.ts'

const sample = (name: string) => readFile(`tests/samples/bounces/${name}.eml`)
const read = async (name: string) => parseReport(await sample(name))

describe('A delivery status note', () => {
  test('says that there is no such mailbox, without naming it', async () => {
    const report = await read('unknown-user')
    expect(report).toMatchObject({
      kind: 'hard',
      detail: '550 5.1.1 <[address]>: Recipient address rejected: nobody of this name',
    })
  })

  test.each([
    ['mailbox-full', 'soft', /^552-5\.2\.2 The recipient's inbox is out of storage/],
    ['gave-up', 'soft', /^4\.4\.7/],
    ['policy', 'soft', /^550 5\.7\.1 .*block list/],
    ['vague-status', 'hard', /^5\.2\.1 host .* 550-5\.2\.1 this account is switched off/],
    ['delivered', 'delivered', /delivered/],
  ])('%s is %s', async (name, kind, detail) => {
    expect(await read(name)).toMatchObject({ kind, detail: expect.stringMatching(detail) })
  })

  test('about a delay says nothing yet', async () => {
    expect(await read('delayed')).toBeNull()
    expect(await read('plain-delay')).toBeNull()
  })

  test('written for people counts when a mail system wrote it', async () => {
    const report = await read('qmail')
    expect(report).toMatchObject({
      kind: 'hard',
      detail: '5.1.1 Sorry, no mailbox here by that name. (#5.1.1)',
    })
    const text = (await sample('qmail')).toString()
    const byPerson = text.replace('MAILER-DAEMON', 'fan')
    expect(await parseReport(Buffer.from(byPerson))).toBeNull()
  })
})

describe('A feedback report', () => {
  test('that calls a mail spam is a complaint and names the return path', async () => {
    const report = await read('spam-complaint')
    expect(report).toMatchObject({ kind: 'complaint', detail: 'abuse' })
    expect(report?.returnPaths).toContain('bounce+path@radr.test')
  })

  test('that takes it back is none', async () => {
    expect(await read('not-spam')).toBeNull()
  })
})

test('An answer of a person is no report', async () => {
  expect(await read('out-of-office')).toBeNull()
})

test('A report is known again by its Message-ID, and without one by what it says', async () => {
  const text = (await sample('unknown-user')).toString()
  const again = text.replace('10:00:00', '11:00:00')
  const of = async (raw: string) => (await parseReport(Buffer.from(raw)))?.reportId
  expect(await of(again)).toBe(await of(text))
  const nameless = text.replace(/^Message-ID:.*\n/m, '')
  expect(await of(nameless)).toBe(await of(nameless))
  expect(await of(nameless)).not.toBe(await of(text))
})

describe('Hostile mail', () => {
  const head = 'From: MAILER-DAEMON@x.test\nContent-Type: multipart/report; boundary=b\n\n'
  const status = (fields: string) =>
    `${head}--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n${fields}\n--b--\n`
  const hostile = {
    empty: '',
    zeroes: '\0'.repeat(500_000),
    'one endless line': 'x'.repeat(900_000),
    'no end of the parts': `${head}--b\nContent-Type: message/delivery-status\n\nAction: fai`,
    'parts in parts': Array.from(
      { length: 5_000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
    ).join(''),
    'many parts': head + '--b\nContent-Type: message/delivery-status\n\nA: b\n'.repeat(15_000),
    'many recipients': status('Action: failed\nStatus: 9.9.9\n\n'.repeat(25_000)),
    'many dots': status(`Action: failed\nDiagnostic-Code: x; ${'5.1.'.repeat(200_000)}`),
    'many spaces': status(`Action: failed\nDiagnostic-Code: ${' '.repeat(800_000)};`),
    'one folded field': status(`Action: failed\nDiagnostic-Code: a\n${' b\n'.repeat(200_000)}`),
    'many at signs': status(
      `Action: failed\nStatus: 5.1.1\nDiagnostic-Code: ${'@'.repeat(60_000)}`,
    ),
    'a plain note of dashes': `From: postmaster@x.test\n\n${'-'.repeat(800_000)}\n#5.1.1`,
    'half a character': status(
      'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: \\ud83d \xff\xfe\0',
    ),
  }

  test.each(Object.entries(hostile))(
    'of the kind "%s" is read in time or refused',
    async (_, raw) => {
      const start = performance.now()
      const report = await parseReport(Buffer.from(raw, 'latin1')).catch(() => null)
      expect(performance.now() - start).toBeLessThan(2_000)
      expect(report?.detail.length ?? 0).toBeLessThanOrEqual(300)
    },
  )
})
