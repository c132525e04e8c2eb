import { expect, test } from 'vitest'
import { formatDaysAgo } from './dates.tsx'
import { formatDateIn } from './format.ts'

const now = Date.UTC(2026, 10, 27, 23, 30)

test.each([
  ['2026-11-27T00:01:00Z', 'today'],
  ['2026-11-26T23:59:00Z', 'yesterday'],
  ['2026-11-21T12:00:00Z', '6 days ago'],
  ['2026-11-20T12:00:00Z', 'Nov 20, 2026'],
])('%s is %s on November 27', (at, text) => {
  expect(formatDaysAgo(at, now)).toBe(text)
})

test('Days are those of the time zone of a reader', () => {
  // In Auckland it is November 28 already.
  expect(formatDaysAgo('2026-11-27T00:01:00Z', now, formatDateIn('Pacific/Auckland'))).toBe(
    'yesterday',
  )
})
