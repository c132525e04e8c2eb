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
  (shape, count, empty) => {
    const { columns, rows, places } = sevenLayout(shape, count)
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

test('A strip has the same cells for every list', () => {
  expect(sevenLayout('strip', 3)).toEqual(sevenLayout('strip', 7))
})
