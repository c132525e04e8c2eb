/** `wall`: size falls with rank. `strip`: number one and two rows of small covers, in five cells by two for every list. */
export type CoversLayout = 'wall' | 'strip'

/** A cover's first column and row, counted from 0, and its side; all in cells. */
type Place = readonly [column: number, row: number, side: number]

type SevenLayout = { columns: number; rows: number; places: readonly Place[] }

/** Where the covers of a list are, by rank, for pages, mails and pictures. */
export const sevenLayout = (layout: CoversLayout, count: number): SevenLayout =>
  (layout === 'wall' && walls[Math.min(count, walls.length) - 1]) || strip(count)

/** The small covers make a block of two equal rows beside number one; the places that a short list leaves empty follow it. */
function strip(count: number): SevenLayout {
  const across = Math.ceil((Math.max(1, count) - 1) / 2)
  const block = [...row(2, 0, 1, across), ...row(2, 1, 1, across)]
  return {
    columns: 5,
    rows: 2,
    places: [
      [0, 0, 2],
      // A single small cover stands on the base line of number one, as on the wall.
      ...(count === 2 ? block.toReversed() : block),
      ...row(2 + across, 0, 1, 3 - across),
      ...row(2 + across, 1, 1, 3 - across),
    ],
  }
}

/** The walls of one track to seven; all but the second are full. */
const walls: SevenLayout[] = [
  { columns: 1, rows: 1, places: [[0, 0, 1]] },
  {
    columns: 12,
    rows: 8,
    places: [
      [0, 0, 8],
      [8, 4, 4],
    ],
  },
  { columns: 12, rows: 8, places: [[0, 0, 8], ...column(8, 0, 4, 2)] },
  { columns: 12, rows: 9, places: [[0, 0, 9], ...column(9, 0, 3, 3)] },
  { columns: 12, rows: 6, places: [[0, 0, 6], ...row(6, 0, 3, 2), ...row(6, 3, 3, 2)] },
  { columns: 12, rows: 12, places: [[0, 0, 8], ...column(8, 0, 4, 2), ...row(0, 8, 4, 3)] },
  { columns: 12, rows: 11, places: [[0, 0, 8], ...column(8, 0, 4, 2), ...row(0, 8, 3, 4)] },
]

function row(from: number, y: number, side: number, count: number): Place[] {
  return Array.from({ length: count }, (_, index) => [from + index * side, y, side])
}

function column(x: number, from: number, side: number, count: number): Place[] {
  return Array.from({ length: count }, (_, index) => [x, from + index * side, side])
}
