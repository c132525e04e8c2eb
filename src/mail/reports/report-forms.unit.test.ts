import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailable, spellingsOf } from '../../../tests/bounces/address-spellings.ts'
import { proseReports, statusReports } from '../../../tests/bounces/report-forms.ts'
import { randomRuns } from '../../../tests/random-runs.ts'
import { eventAbout } from './event-about.ts'
import { parseReport } from './parse-report.ts'

/** What a report says about an address; null for nothing. */
const verdictOn = (raw: Buffer, address: string) =>
  eventAbout(parseReport(raw)?.events ?? [], address)?.kind ?? null

const unknownUser = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown'
const results: [string, string | null][] = [
  [unknownUser, 'hard'],
  [unknownUser.replace('failed', 'failed (bounced)'), 'hard'],
  ['Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full', 'soft'],
  ['Action: delivered\nStatus: 2.0.0', 'delivered'],
  ['Action: delayed\nStatus: 4.4.1', null],
]

/** An address in a spelling, and a report about it. */
const reported = <Report>(reportsOf: (address: string, spelling: string) => fc.Arbitrary<Report>) =>
  mailable.chain(address =>
    spellingsOf(address).chain(spelling =>
      fc.tuple(fc.constant(address), reportsOf(address, spelling)),
    ),
  )

const onOneLine = (text: string) => text.replaceAll('\r\n', '')
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

test('The verdict of a status notification depends neither on its MIME form and language nor on the spelling of the address', () => {
  const cases = reported((_, spelling) =>
    fc.constantFrom(...results).chain(([fields, expected]) =>
      statusReports(`Final-Recipient: rfc822; ${onOneLine(spelling)}\n${fields}`).map(raw => ({
        raw,
        expected,
      })),
    ),
  )
  fc.assert(
    fc.property(cases, ([address, { raw, expected }]) => {
      expect(verdictOn(raw, address)).toBe(expected)
      expect(verdictOn(raw, `not-${address}`)).toBe(null)
    }),
    { numRuns: randomRuns(3_000) },
  )
})

test('A report whose last recipient is another address counts as soft for the one that the mail was sent to', () => {
  const another = fc.constantFrom('jdoe@corp.local', 'ann@tenant.onmicrosoft.test', '"x y"@z.test')
  const cases = reported((address, spelling) =>
    fc
      .tuple(another, fc.constantFrom(spelling, address.replaceAll('+', '+2B')))
      .chain(([final, original]) =>
        statusReports(
          `Original-Recipient: rfc822;${onOneLine(original)}\nFinal-Recipient: rfc822;${final}\n${unknownUser}`,
        ),
      ),
  )
  fc.assert(
    fc.property(cases, ([address, raw]) => {
      expect(verdictOn(raw, address)).toBe('soft')
      expect(verdictOn(raw, `not-${address}`)).toBe(null)
    }),
    { numRuns: randomRuns(3_000) },
  )
})

test('The verdict of a bounce without fields depends neither on its MIME form and language nor on HTML', () => {
  const cases = reported(address =>
    fc
      .constantFrom<[string, string]>(
        ['550 5.1.1 User unknown', 'hard'],
        ['552 5.2.2 Mailbox full', 'soft'],
      )
      .chain(([reply, expected]) =>
        proseReports(
          utf8(`<${address}>: host mx.test said: ${reply} (in reply to RCPT TO command)`),
        ).map(raw => ({ raw, expected })),
      ),
  )
  fc.assert(
    fc.property(cases, ([address, { raw, expected }]) => {
      expect(verdictOn(raw, address)).toBe(expected)
      expect(verdictOn(raw, `not-${address}`)).toBe(null)
    }),
    { numRuns: randomRuns(3_000) },
  )
})
