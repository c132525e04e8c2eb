import { afterEach, expect, test, vi } from 'vitest'
import { clearBrowserState } from '../../../members/screens/browser-state.ts'
import { emailFollowOf, keepEmailFollow } from './email-follows.ts'

afterEach(() => {
  clearBrowserState()
  vi.useRealTimers()
})

test('That a mail to confirm was asked for is forgotten once its link no longer works; a follow is not', () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') })
  keepEmailFollow('Nina', 'asked')
  keepEmailFollow('otto', 'following')
  vi.setSystemTime(new Date('2026-12-01T11:59:59Z'))
  expect(emailFollowOf('nina')).toBe('asked')
  vi.setSystemTime(new Date('2026-12-01T12:00:00Z'))
  expect(emailFollowOf('nina')).toBe(null)
  expect(emailFollowOf('otto')).toBe('following')
})
