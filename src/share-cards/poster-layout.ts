import { image, type Node, text } from '@takumi-rs/helpers'
import { type CardColors, gold } from './card-colors.ts'
import {
  type CardPictures,
  caption,
  column,
  coverOf,
  coversOf,
  display,
  footer,
  muted,
  oneLine,
  row,
  storyHeading,
  storyPage,
  storyWidth,
  svgSource,
} from './card-parts.ts'
import {
  type CardChart,
  type CardTrack,
  type CardYear,
  chartSize,
  type ShareCard,
  yearsSize,
} from './share-card.ts'
import { shelf } from './shelf-layout.ts'

const rowHeight = chartSize.height / chartSize.ranks

export function poster(
  card: ShareCard,
  chart: NonNullable<ShareCard['chart']>,
  pictures: CardPictures,
  colors: CardColors,
): Node {
  return storyPage(colors, [
    storyHeading(card, pictures),
    ...('spines' in chart
      ? [shelf(chart)]
      : 'rows' in chart
        ? [
            column(
              {},
              chart.rows.map(year => yearRow(year, colors)),
            ),
            coversOf(pictures, card, 'strip', yearsSize.width),
          ]
        : [lineChart(card, chart, pictures, colors)]),
    footer(card, colors, 36, storyWidth),
  ])
}

/** The lines of a history that is short enough for one chart, which end at the titles of the newest drop. */
const lineChart = (card: ShareCard, chart: CardChart, pictures: CardPictures, colors: CardColors) =>
  column({ gap: 12 }, [
    row({ gap: 16 }, [
      drawing(chart, colors),
      column(
        { width: 400 },
        card.tracks.map((track, index) => trackRow(track, index + 1, pictures)),
      ),
    ]),
    row({ position: 'relative', height: 40, width: chartSize.width }, chart.years.map(yearLabel)),
  ])

const yearRow = ({ year, numberOne, height, lines }: CardYear, { foreground }: CardColors) => {
  const { width, label } = yearsSize
  const strokeWidth = Math.max(1.5, Math.min(7, height / 40))
  const drawn = lines.map(({ path, isNumberOne }) =>
    isNumberOne
      ? `<path d="${path}" stroke="${gold}" stroke-width="${strokeWidth * 1.6}"/>`
      : `<path d="${path}" stroke="${foreground}" stroke-opacity="0.45" stroke-width="${strokeWidth}"/>`,
  )
  return column({}, [
    row({ height: label, alignItems: 'center', gap: 16 }, [
      text(String(year), { ...display, fontSize: 36 }),
      text(numberOne, { ...oneLine, width: width - 140, fontSize: 28, color: gold }),
    ]),
    svgImage(width, height, drawn),
  ])
}

const yearLabel = ({ x, year }: CardChart['years'][number]) =>
  text(String(year), {
    ...display,
    position: 'absolute',
    left: x,
    fontSize: 28,
    ...muted,
  })

/** Gold is number one; lines to the newest drop are stronger than those that end before; many drops have thinner ones. */
function drawing({ drops, lines, years }: CardChart, { foreground }: CardColors): Node {
  const thickness = Math.max(0.35, Math.min(1, 20 / drops))
  const { width, height, margin } = chartSize
  const drawn = lines.map(({ path, rank }) => {
    const color = rank === 1 ? gold : foreground
    const [strokeWidth, opacity] = rank === 1 ? [11, 1] : rank === null ? [3, 0.3] : [6, 0.75]
    return `<path d="${path}" stroke="${color}" stroke-width="${strokeWidth * thickness}" stroke-opacity="${opacity}"/>`
  })
  // A track that is new has no line yet.
  const ends = lines.flatMap(({ rank }) => {
    if (rank === null) return []
    const color = rank === 1 ? gold : foreground
    return `<circle cx="${width - margin}" cy="${(rank - 0.5) * rowHeight}" r="${rank === 1 ? 14 : 9}" fill="${color}"/>`
  })
  const marks = years.map(
    ({ x }) => `<path d="M${x} 0V${height}" stroke="${foreground}" stroke-opacity="0.25"/>`,
  )
  return svgImage(width, height, [...marks, ...drawn, ...ends])
}

function svgImage(width: number, height: number, content: string[]): Node {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">${content.join('')}</svg>`
  return image({ src: svgSource(svg), width, height, style: { width, height } })
}

function trackRow(track: CardTrack, rank: number, pictures: CardPictures): Node {
  const isFirst = rank === 1
  return row({ height: rowHeight, alignItems: 'center', gap: 16 }, [
    text(String(rank), {
      ...display,
      width: 44,
      textAlign: 'right',
      fontSize: isFirst ? 64 : 44,
      ...(isFirst && { color: gold }),
    }),
    coverOf(pictures, track.id, isFirst ? 116 : 88),
    caption(track, isFirst ? 208 : 236, {
      title: { fontSize: 28, lineHeight: 1.15, lineClamp: 2, overflowWrap: 'anywhere' },
      artist: { fontSize: 23 },
    }),
  ])
}
