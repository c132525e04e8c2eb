import { expect, test } from 'vitest'
import { notePreview } from './note-preview.ts'

test('A note of 120 characters is shown whole', () => {
  expect(notePreview('a'.repeat(120))).toBe('a'.repeat(120))
  expect(notePreview('🎧'.repeat(120))).toBe('🎧'.repeat(120))
})

test('A longer one is cut to 120 characters and an ellipsis, no character in half', () => {
  expect(notePreview('a'.repeat(121))).toBe(`${'a'.repeat(120)}…`)
  expect(notePreview(`${'a'.repeat(119)}🎧🎧`)).toBe(`${'a'.repeat(119)}🎧…`)
})
