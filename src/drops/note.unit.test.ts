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

test('A note of direction controls alone is none', () => {
  expect(note.parse(controls.join(' '))).toBeNull()
})
