import { expect, test } from 'vitest'
import { DownloadError, loadLater } from './load-later.ts'

test('Code is downloaded once', async () => {
  let downloads = 0
  const later = loadLater(async () => ++downloads)
  expect(await Promise.all([later.load(), later.load()])).toEqual([1, 1])
  expect(later.use()).toBe(1)
})

test('A download that failed is tried again at the next call', async () => {
  const results = [Promise.reject(new TypeError('offline')), Promise.resolve('code')]
  const later = loadLater(() => results.shift() ?? Promise.reject())
  await expect(later.load()).rejects.toThrow(DownloadError)
  expect(await later.load()).toBe('code')
})
