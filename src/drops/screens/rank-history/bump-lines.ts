export type Scale = {
  width: number
  height: number
  x: (drop: number) => number
  y: (rank: number) => number
}

/** The rank of a track on a drop that it was on, by the place of the drop among those that are drawn. */
export type Point = { drop: number; rank: number }

const rowHeight = 36
const [top, bottom, side] = [12, 24, 20]
/** The least that a drop's number needs; the browser stretches a chart that is narrower than its page. */
const column = 34

export function scaleFor(drops: number, ranks: number): Scale {
  return {
    width: 2 * side + (drops - 1) * column,
    height: top + ranks * rowHeight + bottom,
    x: drop => side + drop * column,
    y: rank => top + (rank - 0.5) * rowHeight,
  }
}

/** A curve between drops that follow each other; `absences` are straight lines over drops that the track was not on. */
export function linesOf(points: Iterable<Point>, { x, y }: Scale) {
  const line: string[] = []
  const absences: string[] = []
  let last: Point | undefined
  for (const point of points) {
    const here = `${x(point.drop)} ${y(point.rank)}`
    if (last === undefined) line.push(`M${here}`)
    else if (last.drop === point.drop - 1) {
      const middle = (x(last.drop) + x(point.drop)) / 2
      line.push(`C${middle} ${y(last.rank)} ${middle} ${y(point.rank)} ${here}`)
    } else {
      line.push(`M${here}`)
      absences.push(`M${x(last.drop)} ${y(last.rank)}L${here}`)
    }
    last = point
  }
  return { line: line.join(''), absences: absences.join('') }
}
