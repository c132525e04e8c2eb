export type Scale = {
  width: number
  height: number
  x: (drop: number) => number
  y: (rank: number) => number
}

const rowHeight = 36
const [top, bottom, side] = [12, 24, 20]
/** A chart of fewer drops is wider for each, so that it does not look lost; one of many is scrolled. */
const [targetWidth, minColumn, maxColumn] = [460, 34, 150]

export function scaleFor(drops: number, ranks: number): Scale {
  const column = Math.min(
    maxColumn,
    Math.max(minColumn, Math.floor(targetWidth / (drops - 1 || 1))),
  )
  return {
    width: 2 * side + (drops - 1) * column,
    height: top + ranks * rowHeight + bottom,
    x: drop => side + drop * column,
    y: rank => top + (rank - 0.5) * rowHeight,
  }
}

/** A curve between drops that follow each other; `absences` are straight lines over drops that the track was not on. */
export function linesOf(ranks: (number | null)[], { x, y }: Scale) {
  const line: string[] = []
  const absences: string[] = []
  let last: number | undefined
  for (const [drop, rank] of ranks.entries()) {
    if (rank === null) continue
    const here = `${x(drop)} ${y(rank)}`
    const lastRank = last === undefined ? null : (ranks[last] ?? null)
    if (last === undefined || lastRank === null) line.push(`M${here}`)
    else if (last === drop - 1) {
      const middle = (x(last) + x(drop)) / 2
      line.push(`C${middle} ${y(lastRank)} ${middle} ${y(rank)} ${here}`)
    } else {
      line.push(`M${here}`)
      absences.push(`M${x(last)} ${y(lastRank)}L${here}`)
    }
    last = drop
  }
  return { line: line.join(''), absences: absences.join('') }
}
