import { expect, test } from 'vitest'
import { sevenLayout } from './seven-layout.shared.ts'

test.each([
  ['wall', 1, 0],
  ['wall', 2, 16],
  ['wall', 3, 0],
  ['wall', 4, 0],
  ['wall', 5, 0],
  ['wall', 6, 0],
  ['wall', 7, 0],
  ['strip', 7, 0],
] as const)(
  'The %s of %i covers has %i empty cells, and no cover over another',
  (layout, count, empty) => {
    const { columns, rows, places } = sevenLayout(layout, count)
    expect(places).toHaveLength(count)
    const cells = places.flatMap(([x, y, side]) =>
      Array.from({ length: side * side }, (_, cell) => [
        x + (cell % side),
        y + Math.floor(cell / side),
      ]),
    )
    expect(cells.every(([x = -1, y = -1]) => x < columns && y < rows)).toBe(true)
    expect(new Set(cells.map(String)).size).toBe(cells.length)
    expect(columns * rows - cells.length).toBe(empty)
    const sides = places.map(([, , side]) => side)
    expect(sides).toEqual(sides.toSorted((a, b) => b - a))
  },
)

test.each([1, 2, 3, 4, 5, 6, 7])(
  'The covers of a strip of %i have no gap among them, and each of its cells has one place',
  count => {
    const { columns, rows, places } = sevenLayout('strip', count)
    expect([columns, rows, places.length]).toEqual([5, 2, 7])
    expect(new Set(places.map(String)).size).toBe(7)
    // A table row of a mail takes its cells from the left.
    for (const y of [0, 1]) {
      const row = places.filter(place => place[1] === y).map(([x]) => x)
      expect(row).toEqual(row.toSorted())
    }
    const small = places.slice(1, count)
    const width = Math.max(2, ...small.map(([x]) => x + 1)) - 2
    expect(2 * width - small.length).toBeLessThanOrEqual(1)
  },
)
