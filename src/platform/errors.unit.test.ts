import { expect, test } from 'vitest'
import { asError } from './errors.ts'

test('What is thrown keeps its reason, also when it is no error', () => {
  const error = new Error('no disk')
  expect(asError(error)).toBe(error)
  expect(asError({ name: 'ErrnoError', errno: 28 }).message).toContain('errno: 28')
  expect(asError('aborted').message).toContain('aborted')
})
