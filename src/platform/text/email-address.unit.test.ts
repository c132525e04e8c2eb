import { domainToUnicode } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailable } from '../../../tests/bounces/address-spellings.ts'
import { randomRuns } from '../../../tests/random-runs.ts'
import { emailSchema } from '../../members/credentials.schemas.ts'
import { isMailable } from './email-address.shared.ts'

const schema = emailSchema('Invalid email address')
const invisible = fc.constantFrom('', ' ', '\u200b', '\u202a', '\u2068', '\ufeff', '\t', '\u00a0')
const toFullWidth = (text: string) =>
  text.replace(/[!-~]/g, character => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
const spellings: ((address: string) => string)[] = [
  address => address,
  address => `mailto:${address}`,
  address => `MAILTO:${address}?subject=Hi%20there`,
  address => `<${address}>`,
  address => `Ann Example <${address}>`,
  address => `"Example, Ann" <mailto:${address}>`,
  address => address.replace('@', '＠'),
  address => toFullWidth(address),
  address => `${address},`,
  address => `${address}.`,
  address => address.replace(/@.*/, host => `@${domainToUnicode(host.slice(1))}`),
  address => [...address].join('\u200b'),
]

test('An address is found in what people paste, and its host is kept in ASCII', () => {
  fc.assert(
    fc.property(
      mailable,
      fc.constantFrom(...spellings),
      fc.tuple(invisible, invisible),
      (address, spell, [before, after]) => {
        // A question mark begins the query of a link.
        fc.pre(!/[?]/.test(address))
        const read = schema.safeParse(before + spell(address) + after)
        expect(read.data?.toLowerCase()).toBe(address.toLowerCase())
      },
    ),
    { numRuns: randomRuns(6_000) },
  )
})

const piece = fc.oneof(
  fc.constantFrom('.', '..', '@', 'a', 'ä', 'xn--', 'mailto:', '<', '>', '\u202e', '＠', 'рф', ' '),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)

test('Any text is an address that mail servers take without quotes, or refused with a reason', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join('')),
      text => {
        const read = schema.safeParse(text)
        if (read.success) {
          expect(isMailable(read.data)).toBe(true)
          expect(read.data).toMatch(/^[^."]/)
          expect(read.data).not.toMatch(/\.\.|\.@/)
          expect(schema.safeParse(read.data).data).toBe(read.data)
        } else expect(read.error.issues[0]?.message).toMatch(/^Invalid email address(?:$|: )/)
      },
    ),
    { numRuns: randomRuns(20_000) },
  )
})

test.each([
  ['a..b@fan.example', 'no dot may be first, last or beside another dot.'],
  ['.a@fan.example', 'no dot may be first, last or beside another dot.'],
  ['jörg@fan.example', 'only letters without accents can be delivered to.'],
])('The reason why %j is refused says what to correct', (address, reason) => {
  expect(schema.safeParse(address).error?.issues[0]?.message).toBe(
    `Invalid email address: before the @ ${reason}`,
  )
})
