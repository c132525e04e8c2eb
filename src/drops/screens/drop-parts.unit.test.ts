import { expect, test } from 'vitest'
import { notePreview } from './drop-parts.tsx'

test('A note of 120 characters is shown in full', () => {
  expect(notePreview('a'.repeat(120))).toBe('a'.repeat(120))
  expect(notePreview('🎧'.repeat(120))).toBe('🎧'.repeat(120))
})

test('A longer note is cut to 120 whole characters and an ellipsis', () => {
  expect(notePreview('a'.repeat(121))).toBe(`${'a'.repeat(120)}…`)
  expect(notePreview(`${'a'.repeat(119)}🎧🎧`)).toBe(`${'a'.repeat(119)}🎧…`)
})
