import { expect, test } from 'vitest'
import { linesOf } from './bump-lines.ts'

const scale = { width: 0, height: 0, x: (drop: number) => drop * 10, y: (rank: number) => rank }

test('A line is a curve between drops that follow each other, and begins anew after an absence', () => {
  const points = [
    { drop: 0, rank: 2 },
    { drop: 1, rank: 1 },
    { drop: 4, rank: 3 },
  ]
  expect(linesOf(points, scale)).toEqual({
    line: 'M0 2C5 2 5 1 10 1M40 3',
    absences: 'M10 1L40 3',
  })
  expect(linesOf([{ drop: 1, rank: 4 }], scale)).toEqual({ line: 'M10 4', absences: '' })
})
