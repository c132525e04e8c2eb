import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReserved } from './reserved-names.ts'

const radr = { brand: 'Radr', sampleProfile: null }
const tuneBox = { brand: 'TuneBox', sampleProfile: 'Seven' }

type Routes = { pagesOf(site: object): { path: string }[] }

test('The first word of a page’s path cannot be taken', async () => {
  // Imports by name, because the pages belong to the browser's half of the code.
  const source = '../../web/pages/page-table.tsx'
  const { pagesOf } = (await import(/* @vite-ignore */ source)) as Routes
  const site = { brand: 'Radr', publicUrl: 'http://radr.test', sampleProfile: null }
  const words = pagesOf(site)
    .map(({ path }) => path.split('/')[1] ?? '')
    .filter(word => /^\w/.test(word))
  expect(words).toContain('home')
  expect(words.filter(word => !isReserved(word, site))).toEqual([])
})

test.each(
  `admin Administrator SUPPORT login settings test null undefined api assets avatars outbox healthz follow
  unsubscribe email home feed people followers following charts reset-password drops radr Radrs`
    .trim()
    .split(/\s+/),
)('%s is reserved', name => {
  expect(isReserved(name, radr)).toBe(true)
})

test('This server’s brand is reserved, other brands are not', () => {
  expect(isReserved('TuneBoxes', tuneBox)).toBe(false)
  expect(isReserved('TUNEBOXS', tuneBox)).toBe(true)
  expect(isReserved('tunebox-support', tuneBox)).toBe(true)
  expect(isReserved('radrs', tuneBox)).toBe(false)
})

test.each(['alice', 'ali', 'Mali', 'demo', 'testament', 'admiral', 'constructor', '__proto__'])(
  '%s can be taken',
  name => {
    expect(isReserved(name, radr)).toBe(false)
  },
)

test('The name of the sample profile is reserved in any case, and free without a sample profile', () => {
  expect(isReserved('seven', tuneBox)).toBe(true)
  expect(isReserved('seven', radr)).toBe(false)
})

test.each(['_admin_', 'admin-', '--Adm1n', 'support_', '_TuneBox', '-seven_'])(
  '%s is reserved, as it is without hyphens and underscores around it',
  name => {
    expect(isReserved(name, tuneBox)).toBe(true)
    expect(isReserved(name, { ...tuneBox, sampleProfile: '_Seven' })).toBe(true)
  },
)

const stroke = ['i', 'I', 'l', 'L', '1']
const lookAlikes: Record<string, string[]> = {
  i: stroke,
  l: stroke,
  o: ['o', 'O', '0'],
  m: ['m', 'rn'],
  d: ['d', 'cl', 'c1'],
  w: ['w', 'vv'],
}

/** A name as somebody may write it: with look-alikes, in any case, and with hyphens and underscores between letters. */
const written = (name: string) =>
  fc
    .tuple(
      ...[...name.toLowerCase()].map(letter =>
        fc
          .tuple(
            fc.constantFrom(...(lookAlikes[letter] ?? [letter, letter.toUpperCase()])),
            fc.constantFrom('', '', '', '-', '_'),
          )
          .map(parts => parts.join('')),
      ),
    )
    .map(letters => letters.join(''))

const site = { ...tuneBox, sampleProfile: 'SevenOils' }

function expectReserved(names: fc.Arbitrary<string>) {
  const property = fc.property(names.chain(written), name => {
    expect(isReserved(name, site)).toBe(true)
  })
  fc.assert(property, { numRuns: 500 })
}

test('A name that looks like one of the service’s is reserved, in whatever case', () => {
  for (const name of ['ADMlN', 'rnoderator', 'aclmin', 'vvebrnaster', 'mod-erator'])
    expect(isReserved(name, site)).toBe(true)
  expectReserved(fc.constantFrom('admin', 'official', 'moderator', 'webmaster', 'SEVENOILS'))
})

test('Official words with a number behind them, an article, or one after the other are reserved', () => {
  for (const name of [
    'admin1',
    'Adrnin_24',
    'a-dmin',
    'the-admin',
    'support-radr',
    'helpdesk',
    'radr7',
  ])
    expect(isReserved(name, radr)).toBe(true)
  for (const name of [
    'badmin',
    'modest',
    'botany',
    'theatre',
    'the-roots',
    'hostess',
    'seven7',
    'track1',
  ])
    expect(isReserved(name, radr)).toBe(false)
  const word = fc.constantFrom('admin', 'support', 'official', 'help', 'team')
  const number = fc.constantFrom('', '1', '24', '007')
  expectReserved(
    fc
      .tuple(
        fc.constantFrom('', 'the', 'real'),
        fc.array(word, { minLength: 1, maxLength: 2 }),
        number,
      )
      .map(([article, words, digits]) => article + words.join('') + digits),
  )
})

test('The brand with a reserved word before or behind it is reserved; with anything else it is free', () => {
  for (const name of ['OfficialRadr', 'radrofficial', 'the-radr-team', 'radr_login', 'RaclrNews'])
    expect(isReserved(name, radr)).toBe(true)
  for (const name of ['conradr', 'radrunner', 'radr-fan', 'TuneBoxLover'])
    expect(isReserved(name, radr)).toBe(false)
  const word = fc.constantFrom('official', 'moderator', 'news', 'no-reply', 'home', 'hq', '')
  expectReserved(fc.tuple(word, word).map(([before, after]) => `${before}TuneBox${after}`))
})

test('Nobody is called by hyphens and underscores alone', () => {
  for (const name of ['---', '___', '-_-', '-'.repeat(30)])
    expect(isReserved(name, radr)).toBe(true)
})

test('A long name of official words, or of digits, is decided at once', () => {
  const startedAt = process.threadCpuUsage()
  for (const name of [`${'sysadmin'.repeat(20)}q`, `${'sysadmin'.repeat(3)}q`, '1'.repeat(20_000)])
    isReserved(name, radr)
  expect(process.threadCpuUsage(startedAt).user).toBeLessThan(50_000)
})
