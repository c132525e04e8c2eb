import { type Node, text } from '@takumi-rs/helpers'
import { legibleOn } from '../ui/theme/cover-backgrounds.ts'
import { column, display, row, storyWidth } from './card-parts.ts'
import type { CardShelf } from './share-card.ts'

const gap = 6
/** The height of all shelves together, and the most that one has. */
const [height, tallest] = [1150, 520]
/** The widest spine, and the narrowest that has room for its number. */
const [widest, narrowestWithNumber] = [120, 44]

/** Spines in rows of the same length, the newest last and taller. */
export function shelf({ spines }: CardShelf): Node {
  const rows = Math.ceil(spines.length / spinesInRow(spines.length))
  const inRow = Math.ceil(spines.length / rows)
  const width = Math.min(widest, (storyWidth - gap * (inRow - 1)) / inRow)
  const rowHeight = Math.min(tallest, (height - 40 * (rows - 1)) / rows)
  return column(
    { gap: 40 },
    Array.from({ length: rows }, (_, index) =>
      row(
        { gap, height: rowHeight, alignItems: 'flex-end' },
        spines
          .slice(index * inRow, (index + 1) * inRow)
          .map(spine => drawSpine(spine, width, rowHeight, spine === spines.at(-1))),
      ),
    ),
  )
}

/** Rows get longer with the number of drops, so that few have wide spines and a decade still fits. */
const spinesInRow = (spines: number) => (spines <= 16 ? 16 : spines <= 60 ? 18 : 52)

function drawSpine(
  { number, color }: CardShelf['spines'][number],
  width: number,
  rowHeight: number,
  isNewest: boolean,
): Node {
  const hasNumber = width >= narrowestWithNumber
  return row(
    {
      width,
      height: isNewest ? rowHeight : 0.84 * rowHeight,
      borderRadius: Math.min(6, width / 4),
      backgroundColor: `#${color}`,
      border: '1px solid rgb(128 128 128 / 0.5)',
      color: legibleOn(color),
      alignItems: 'flex-end',
      justifyContent: 'center',
      paddingBottom: 16,
    },
    hasNumber ? [text(String(number), { ...display, fontSize: Math.min(36, width * 0.45) })] : [],
  )
}
