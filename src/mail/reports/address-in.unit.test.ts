import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailable, spellingsOf } from '../../../tests/bounces/address-spellings.ts'
import { randomRuns } from '../../../tests/random-runs.ts'
import { addressesIn, addressIn, recipientsIn } from './address-in.ts'

const spelled = mailable.chain(address => fc.tuple(fc.constant(address), spellingsOf(address)))

test('An address is found in every spelling that mail servers may use', () => {
  fc.assert(
    fc.property(spelled, ([address, spelling]) => {
      expect(addressIn(spelling)?.toLowerCase()).toBe(address.toLowerCase())
    }),
    { numRuns: randomRuns(6_000) },
  )
})

test('A field about a recipient may name its type, encode the address as xtext, or have Unicode in it', () => {
  const type = fc.constantFrom(
    'rfc822;',
    'RFC822 ; ',
    'utf-8; ',
    '(a comment) rfc822;',
    'smtp;',
    '',
  )
  const encoding = fc.constantFrom('none', 'xtext', 'unicode')
  fc.assert(
    fc.property(spelled, type, encoding, ([address, spelling], type, encoding) => {
      const written = {
        none: spelling,
        xtext: address.replace(/[^!-*,-<>-~]/g, encodeXtext),
        unicode: spelling.replace(/[^\0-\x7f]/gu, encodeUnicode),
      }[encoding]
      expect(recipientsIn(`${type}${written}`).map(found => found.toLowerCase())).toContain(
        address.toLowerCase(),
      )
    }),
    { numRuns: randomRuns(6_000) },
  )
})

const encodeXtext = (character: string) =>
  `+${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
const encodeUnicode = (character: string) =>
  `\\x{${character.codePointAt(0)?.toString(16).toUpperCase()}}`

test('Any text is read in time, and what is quoted in it looks like no other address', () => {
  const token = fc.oneof(
    fc.constantFrom(...'"\\()<>@.,:; ax', '\\x{FC}', '\\x{1FFFFF}'),
    fc.string(),
  )
  const text = fc.array(token, { maxLength: 200 }).map(tokens => tokens.join(''))
  fc.assert(
    fc.property(text, text => {
      for (const found of [...recipientsIn(text), ...addressesIn(text, 5)]) {
        expect(found).toMatch(/^(?:[^\s"@]+|"(?:\\.|[^"\\])*")@[^@]+$/su)
      }
    }),
    { numRuns: randomRuns(3_000) },
  )
  expect(addressIn('#@"@"')).toBeNull()
  expect(addressIn('"us@our.test"@evil.test')).toBe('"us@our.test"@evil.test')
})

test('A list has the addresses of its members, up to a number', () => {
  expect(addressesIn('a@x.test, "B, b" <b@x.test>, (c, d) e@x.test', 2)).toEqual([
    'a@x.test',
    'b@x.test',
  ])
  expect(addressesIn('MAILER-DAEMON <>', 5)).toEqual([])
})
