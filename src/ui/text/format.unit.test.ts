import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, formatDateIn, formatNumber } from './format.ts'

test('Numbers are formatted as Intl does in American English', () => {
  const intl = new Intl.NumberFormat('en-US')
  fc.assert(fc.property(fc.maxSafeNat(), value => formatNumber(value) === intl.format(value)))
  expect(formatNumber(0)).toBe('0')
  expect(formatNumber(999)).toBe('999')
  expect(formatNumber(1_204)).toBe('1,204')
})

test('Dates are formatted as Intl does in American English, in UTC', () => {
  const intl = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const dates = fc.date({
    min: new Date('1970-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  })
  fc.assert(fc.property(dates, date => formatDate(date.toISOString()) === intl.format(date)))
})

test('A date in a time zone has the form of one in UTC, and no zone is made up', () => {
  expect(formatDateIn('Pacific/Auckland')('2026-11-23T20:00:00.000Z')).toBe('Nov 24, 2026')
  expect(formatDateIn('UTC')('2026-11-23T20:00:00.000Z')).toBe(
    formatDate('2026-11-23T20:00:00.000Z'),
  )
  expect(() => formatDateIn('Middle/Earth')).toThrow(RangeError)
})
