import { expect, test } from 'vitest'
import { pagesShown } from './pages-shown.ts'

test('Of seven or fewer pages all are shown', () => {
  expect(pagesShown(1, 0)).toEqual([])
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('Of more, the first and the last stay, with gaps between', () => {
  expect(pagesShown(1, 8)).toEqual([1, 2, 3, 4, 5, 'gap', 8])
  expect(pagesShown(4, 8)).toEqual([1, 2, 3, 4, 5, 'gap', 8])
  expect(pagesShown(5, 8)).toEqual([1, 'gap', 4, 5, 6, 7, 8])
  expect(pagesShown(50, 100)).toEqual([1, 'gap', 49, 50, 51, 'gap', 100])
  expect(pagesShown(100, 100)).toEqual([1, 'gap', 96, 97, 98, 99, 100])
})

test('Every page is named once, in order, among seven places, the current one always', () => {
  for (let last = 8; last <= 40; last++) {
    for (let current = 1; current <= last; current++) {
      const shown = pagesShown(current, last)
      const pages = shown.filter(page => page !== 'gap')
      expect(shown).toHaveLength(7)
      expect(pages).toContain(current)
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
    }
  }
})
