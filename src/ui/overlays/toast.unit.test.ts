import { expect, onTestFinished, test, vi } from 'vitest'
import { dismissToast, reportToasterMounted, toast } from './toast.ts'

test('A toast that is dismissed leaves no timer', async () => {
  reportToasterMounted()
  vi.stubGlobal('window', new EventTarget())
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  await toast('Saved')
  expect(vi.getTimerCount()).toBe(1)
  dismissToast()
  expect(vi.getTimerCount()).toBe(0)
})
