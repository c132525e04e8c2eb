import { expect, it } from 'vitest'
import { countdown } from './countdown.ts'

const hours = (n: number) => n * 3_600_000

it('counts days while more than 23 hours are left', () => {
  expect(countdown(hours(7 * 24))).toBe('7 days')
  expect(countdown(hours(24.5))).toBe('2 days')
  expect(countdown(hours(24))).toBe('1 day')
  expect(countdown(hours(23) + 1)).toBe('1 day')
})

it('counts hours, minutes and seconds below that', () => {
  expect(countdown(hours(23))).toBe('23:00:00')
  expect(countdown(hours(1) + 62_000)).toBe('01:01:02')
  expect(countdown(400)).toBe('00:00:01')
  expect(countdown(-5)).toBe('00:00:00')
})
