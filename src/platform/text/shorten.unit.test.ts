import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shorten } from './shorten.shared.ts'

const graphemesOf = (text: string) =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** Characters of one to eight code points, and whatever else fast-check makes of text. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        ' ',
        '\r\n',
        'e\u0301',
        '7\ufe0f\u20e3',
        '🎧',
        '👋🏽',
        '🇩🇪',
        '👨‍👩‍👧‍👦',
        'कि',
        'กำ',
        '각',
        '\u200d',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 60 },
  )
  .map(parts => parts.join(''))

test('A text is cut between whole characters, as late as its limit allows', () => {
  fc.assert(
    fc.property(texts, fc.nat({ max: 80 }), (text, max) => {
      const graphemes = graphemesOf(text)
      let expected = ''
      for (const grapheme of graphemes) {
        if ([...expected, ...grapheme].length > max) break
        expected += grapheme
      }
      expect(shorten(text, max)).toBe(expected)
      expect(shorten(text, max, '…')).toBe(expected === text ? text : `${expected}…`)
    }),
    { numRuns: 2000 },
  )
})

test('No part of a flag, a family, a skin, a keycap, an accent or a vowel is left at the cut', () => {
  for (const last of ['👨‍👩‍👧‍👦', '🇩🇪', '👋🏽', '7\ufe0f\u20e3', 'e\u0301', 'कि', 'กำ'])
    expect(shorten(`${'x'.repeat(119)}${last}`, 120, '…')).toBe(`${'x'.repeat(119)}…`)
})
