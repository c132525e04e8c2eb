import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReserved } from './reserved-names.ts'

const radr = { brand: 'Radr', sampleProfile: null }
const tuneBox = { brand: 'TuneBox', sampleProfile: 'Seven' }

type Routes = { pagesOf(site: object): { path: string }[] }

test('The first word of a page’s address cannot be taken', async () => {
  // By name, because the pages belong to the browser's half of the code.
  const source = '../../app/pages/page-table.tsx'
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

test('A name that looks like one of the service’s is reserved, in whatever case', () => {
  const stroke = ['i', 'I', 'l', 'L', '1']
  const lookAlikes: Record<string, string[]> = { i: stroke, l: stroke, o: ['o', 'O', '0'] }
  const service = fc.constantFrom('admin', 'official', 'moderator', 'tunebox-official', 'SEVENOILS')
  const written = service.chain(name =>
    fc.tuple(
      ...[...name].map(letter =>
        fc.constantFrom(...(lookAlikes[letter.toLowerCase()] ?? [letter])),
      ),
    ),
  )
  const site = { ...tuneBox, sampleProfile: 'SevenOils' }
  expect(isReserved('ADMlN', site)).toBe(true)
  const isCaught = fc.property(written, letters => {
    expect(isReserved(letters.join(''), site)).toBe(true)
  })
  fc.assert(isCaught)
})

test('Nobody is called by hyphens and underscores alone', () => {
  for (const name of ['---', '___', '-_-', '-'.repeat(30)])
    expect(isReserved(name, radr)).toBe(true)
})
