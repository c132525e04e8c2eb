import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine } from '../mail/layout/plain-text.ts'
import { note } from './drops.schemas.ts'

const controls = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']

test('No text that somebody enters changes the direction of the words around it, and nothing else of it is lost', () => {
  const words = fc.stringMatching(/^[a-zא-ת.!]{1,8}$/)
  const part = fc.oneof(words, fc.constantFrom(' ', '🎧', '\u200f'), fc.constantFrom(...controls))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), words, (parts, last) => {
      fc.pre([...parts, last].join('').length <= 150)
      const kept = [...parts, last].filter(text => !controls.includes(text)).join('')
      expect(note.parse([...parts, last].join(''))).toBe(kept.trim())
      expect(oneLine([...parts, last].join(''))).toBe(kept.replace(/\s+/g, ' ').trim())
    }),
  )
})

test('A note of characters alone that nobody sees is none, and with one that is seen it is kept', () => {
  const unseen = fc.constantFrom(
    ...controls,
    ...' \n\u200b\u200d\u2060\ufeff\u00ad\u3164\u2800\u{e0041}\ufe0f',
  )
  fc.assert(
    fc.property(
      fc.array(unseen, { maxLength: 60 }),
      fc.constantFrom('a', '🎧', '7'),
      (parts, seen) => {
        expect(note.parse(parts.join(''))).toBeNull()
        expect(note.parse(parts.join('') + seen + parts.join(''))).toContain(seen)
      },
    ),
  )
})
