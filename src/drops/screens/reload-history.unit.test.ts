import { afterEach, expect, test, vi } from 'vitest'
import { dispatchDropCompleted, reloadHistoryAfterDrop } from './reload-history.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  [29_999, '/Mira/drops', 1],
  [30_000, '/Mira/drops', 0],
  [0, '/mira', 0],
])('%d ms after a drop, navigating to %s reloads the page %d times', (waited, pathname, times) => {
  vi.useFakeTimers()
  const reload = vi.fn()
  const navigation = new EventTarget()
  const page = Object.assign(new EventTarget(), { location: { pathname, reload }, navigation })
  vi.stubGlobal('window', page)
  reloadHistoryAfterDrop('mira')
  navigation.dispatchEvent(new Event('currententrychange'))
  expect(reload).not.toHaveBeenCalled()
  dispatchDropCompleted(1)
  // The member's list is opened again.
  reloadHistoryAfterDrop('mira')
  vi.advanceTimersByTime(waited)
  navigation.dispatchEvent(new Event('currententrychange'))
  expect(reload).toHaveBeenCalledTimes(times)
})
