import { expect, test } from 'vitest'
import { notePreview } from './drop-parts.tsx'

test('A longer note is cut to 120 whole characters and an ellipsis', () => {
  for (const note of ['a'.repeat(120), '🎧'.repeat(120)]) expect(notePreview(note)).toBe(note)
  expect(notePreview('a'.repeat(121))).toBe(`${'a'.repeat(120)}…`)
  expect(notePreview(`${'a'.repeat(119)}🎧🎧`)).toBe(`${'a'.repeat(119)}🎧…`)
})
