import { shorten } from '../../platform/shorten.shared.ts'
import type { Row } from '../../tracks/screens/editor/local-edits.ts'
import { trackTitle } from '../../tracks/screens/track-title.ts'
import { sevenLayout } from '../../tracks/seven-layout.shared.ts'
import { lightColor } from '../../ui/colors.ts'
import { mix } from '../../ui/oklab.ts'
import { loadCover } from './read-cover.ts'

type Seven = { rows: Row[]; tone: string | null; name: string; site: string }

const [width, height, margin, gap] = [1080, 1350, 72, 8]
const inner = width - 2 * margin
const display = '"Anybody Variable", system-ui'
const sans = 'system-ui, sans-serif'

/**
 * The list as a picture, drawn in the browser: nobody's list has an address from which the server could draw it. Covers
 * that may not be read are left out; null where the browser draws no pictures.
 */
export async function drawSeven({ rows, tone, name, site }: Seven): Promise<File | null> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return null
  const covers = await Promise.all(rows.map(loadCover))
  await Promise.all([
    document.fonts.load(`900 72px ${display}`),
    document.fonts.load(`800 44px ${display}`),
  ])
  const ground = tone ? tone.slice(0, 6) : lightColor('canvas').slice(1)
  const ink = tone ? mix(ground, 0.24, '000000') : lightColor('ink').slice(1)
  const muted = mix(ink, 0.82, ground)

  const write = (text: string, x: number, y: number, font: string, color: string, room = inner) => {
    context.font = font
    context.fillStyle = color
    context.fillText(shortenTo(context, text, room), x, y)
  }
  context.fillStyle = `#${ground}`
  context.fillRect(0, 0, width, height)
  write(name ? `${name}’s seven.` : 'My seven.', margin, 140, `900 72px ${display}`, `#${ink}`)

  let top = 188
  if (covers.some(Boolean)) {
    drawCovers(context, covers, top, `#${mix(ink, 0.12, ground)}`)
    top += (2 * (inner + gap)) / 5 + 24
  }
  const step = Math.min(96, (height - 130 - top) / rows.length)
  for (const [index, row] of rows.entries()) {
    const y = top + (index + 0.5) * step
    drawRank(context, index + 1, y, `#${ink}`)
    const room = inner - 88
    write(trackTitle(row), margin + 88, y - 2, `700 36px ${sans}`, `#${ink}`, room)
    write(row.artist ?? '', margin + 88, y + 32, `400 28px ${sans}`, `#${muted}`, room)
  }
  write('What are yours?', margin, height - 60, `800 40px ${display}`, `#${ink}`)
  context.textAlign = 'right'
  write(site, width - margin, height - 60, `600 30px ${sans}`, `#${ink}`, inner / 2)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  return new File([blob], 'my-seven.jpg', { type: 'image/jpeg' })
}

type Canvas = OffscreenCanvasRenderingContext2D

function drawCovers(
  context: Canvas,
  covers: (CanvasImageSource | null)[],
  top: number,
  empty: string,
) {
  const { columns, places } = sevenLayout('strip', covers.length)
  const cell = (inner + gap) / columns
  for (const [index, cover] of covers.entries()) {
    const [column, row, side] = places[index] ?? [0, 0, 0]
    const at = [
      margin + column * cell,
      top + row * cell,
      side * cell - gap,
      side * cell - gap,
    ] as const
    context.fillStyle = empty
    context.fillRect(...at)
    if (cover) context.drawImage(cover, ...at)
  }
}

function drawRank(context: Canvas, rank: number, y: number, ink: string) {
  const x = margin + 30
  if (rank === 1) {
    context.fillStyle = lightColor('gold')
    context.beginPath()
    context.arc(x, y, 30, 0, 2 * Math.PI)
    context.fill()
  }
  context.font = `800 44px ${display}`
  context.fillStyle = rank === 1 ? lightColor('on-gold') : ink
  context.textAlign = 'center'
  context.fillText(String(rank), x, y + 15)
  context.textAlign = 'left'
}

function shortenTo(context: Canvas, text: string, room: number): string {
  let shown = text
  for (
    let length = [...text].length - 1;
    length > 0 && context.measureText(shown).width > room;
    length--
  )
    shown = shorten(text, length, '…')
  return shown
}
