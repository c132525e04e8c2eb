import { afterEach, expect, test, vi } from 'vitest'
import { browserValue, clearBrowserState } from './browser-state.ts'

afterEach(() => {
  clearBrowserState()
  vi.unstubAllGlobals()
})

const full = {
  getItem: () => null,
  setItem() {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  },
  removeItem() {},
  clear() {},
}

test.each([
  ['is refused', undefined],
  ['is full', full],
])('Where storage %s, a value lasts as long as the page', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', new EventTarget())
  const value = browserValue('name', 'one')
  const listener = vi.fn()
  const stop = value.subscribe(listener)
  value.write('kept')
  expect([value.read(), browserValue('name', 'one').read()]).toEqual(['kept', 'kept'])
  expect(browserValue('name', 'two').read()).toBe(null)
  value.write('kept')
  expect(listener).toHaveBeenCalledTimes(1)
  clearBrowserState()
  expect(listener).toHaveBeenCalledTimes(2)
  expect(value.read()).toBe(null)
  stop()
  value.write('again')
  expect(listener).toHaveBeenCalledTimes(2)
})
