import { expect, test } from 'vitest'
import { pageItems } from './pager.tsx'

test('With seven or fewer pages all are listed', () => {
  expect(pageItems(1, 0)).toEqual([])
  expect(pageItems(1, 1)).toEqual([1])
  expect(pageItems(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('With more than seven pages the first and the last are listed, with gaps between', () => {
  expect(pageItems(1, 8)).toEqual([1, 2, 3, 4, 5, 'gap', 8])
  expect(pageItems(4, 8)).toEqual([1, 2, 3, 4, 5, 'gap', 8])
  expect(pageItems(5, 8)).toEqual([1, 'gap', 4, 5, 6, 7, 8])
  expect(pageItems(50, 100)).toEqual([1, 'gap', 49, 50, 51, 'gap', 100])
  expect(pageItems(100, 100)).toEqual([1, 'gap', 96, 97, 98, 99, 100])
})

test('There are seven items, each page at most once, in order, including the current one', () => {
  for (let last = 8; last <= 40; last++) {
    for (let current = 1; current <= last; current++) {
      const items = pageItems(current, last)
      const pages = items.filter(item => item !== 'gap')
      expect(items).toHaveLength(7)
      expect(pages).toContain(current)
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b))
    }
  }
})
