import { container, image, type Node, text } from '@takumi-rs/helpers'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Logo } from '../site/logo.tsx'
import { generatedCover } from '../tracks/generated-cover.shared.ts'
import { type CoversLayout, sevenLayout } from '../tracks/seven-layout.shared.ts'
import { palette } from '../ui/theme/colors.ts'
import { pickBySeed } from '../ui/theme/pick-by-seed.ts'
import { type CardColors, gold, onGold } from './card-colors.ts'
import { fontStack, fonts } from './card-fonts.ts'
import { type CardFormat, cardSizes } from './card-format.shared.ts'
import type { CardTrack, ShareCard } from './share-card.ts'

/** The style of text that matters less, on every background. */
export const muted: Style = { opacity: 0.8 }

export type CardPictures = { covers: Map<string, Buffer>; avatar: Buffer | null }

type Style = NonNullable<Parameters<typeof container>[0]['style']>

export const row = (style: Style, children: Node[]) =>
  container({ style: { display: 'flex', ...style }, children })

export const column = (style: Style, children: Node[]) =>
  container({ style: { display: 'flex', flexDirection: 'column', ...style }, children })

export const display: Style = { fontFamily: fontStack(fonts.display), fontWeight: 800 }

export const oneLine: Style = {
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
}

export const page = (
  format: CardFormat,
  { background, foreground }: CardColors,
  style: Style,
  children: Node[],
) =>
  container({
    style: {
      ...cardSizes[format],
      display: 'flex',
      backgroundColor: background,
      color: foreground,
      fontFamily: fontStack(fonts.text),
      ...style,
    },
    children,
  })

/** Nothing is where apps that show stories have their own buttons. */
export const storyPage = (colors: CardColors, children: Node[]) =>
  page(
    'story',
    colors,
    { flexDirection: 'column', justifyContent: 'space-between', padding: '190px 80px 200px' },
    children,
  )

/** Pixels between the paddings of a story. */
export const storyWidth = 920

const coverSource = (trackId: string) => `cover-${trackId}`

export const imagesOf = ({ covers, avatar }: CardPictures) => [
  ...(avatar ? [{ src: 'avatar', data: avatar }] : []),
  ...[...covers].map(([id, data]) => ({ src: coverSource(id), data })),
]

/** Uncropped, as the streaming service's rules want its covers; a generated one where none is known. */
export function coverOf({ covers }: CardPictures, trackId: string, size: number): Node {
  // Takumi's default is inline, which has no size of its own.
  const style: Style = { display: 'block', width: size, height: size, borderRadius: 4 }
  if (!covers.has(trackId)) return container({ style: { ...style, ...generatedCover(trackId) } })
  return image({ src: coverSource(trackId), style })
}

export function avatarOf(card: ShareCard, { avatar }: CardPictures, size: number): Node {
  const style = { width: size, height: size, borderRadius: size / 2, flexShrink: 0 }
  if (avatar) return image({ src: 'avatar', style })
  const name = card.avatar?.name ?? ''
  return container({
    style: {
      ...style,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      backgroundColor: pickBySeed(palette, name.toLowerCase()).background,
    },
    children: [
      text([...name][0]?.toUpperCase() ?? '?', {
        ...display,
        fontSize: size / 2,
        color: '#ffffff',
      }),
    ],
  })
}

/** The avatar, the title and the details at the top of a story. */
export function storyHeading(card: ShareCard, pictures: CardPictures): Node {
  const width = storyWidth - 150 - 24
  return row({ gap: 24, alignItems: 'center' }, [
    avatarOf(card, pictures, 150),
    column({ width }, [
      text(card.title, {
        ...display,
        ...oneLine,
        fontSize: fittingSize(card.title, 84, width, 0.7),
        lineHeight: 1.15,
      }),
      ...card.details.map(line =>
        text(line, {
          ...oneLine,
          ...muted,
          fontSize: fittingSize(line, 36, width, 0.5),
          lineHeight: 1.3,
        }),
      ),
    ]),
  ])
}

export const caption = (
  { title, artist }: CardTrack,
  width: number,
  of: Record<'title' | 'artist', Style>,
) =>
  column({ width }, [
    text(title ?? 'A track', { fontWeight: 700, ...of.title }),
    ...(artist ? [text(artist, { ...oneLine, ...muted, ...of.artist })] : []),
  ])

export function fittingSize(line: string, fontSize: number, width: number, letterWidth = 0.56) {
  const fitting = width / (letterWidth * Math.max(1, [...line].length))
  return Math.max(Math.min(fontSize, fitting), fontSize / 2)
}

/** The page's URL, and the product at its end or, where there is little width, below it. */
export function footer(
  { address, brand }: ShareCard,
  { foreground }: CardColors,
  fontSize: number,
  width: number,
): Node {
  const isNarrow = width < 600
  const productWidth = fontSize * 6
  const addressWidth = isNarrow ? width : width - productWidth
  const style: Style = {
    flexDirection: isNarrow ? 'column' : 'row',
    justifyContent: 'space-between',
    alignItems: isNarrow ? 'flex-start' : 'center',
    gap: fontSize / 2,
  }
  return row(style, [
    text(address, {
      ...oneLine,
      maxWidth: addressWidth,
      fontSize: fittingSize(address, fontSize, addressWidth),
      fontWeight: 700,
    }),
    row({ gap: fontSize / 2, alignItems: 'center', flexShrink: 0 }, [
      logo(foreground, fontSize * 1.6),
      text(brand, { ...display, fontSize: fontSize * 1.1 }),
    ]),
  ])
}

export function logo(color: string, size: number): Node {
  const svg = renderToStaticMarkup(createElement(Logo, {}))
    .replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" color="${color}" `)
    .replaceAll('class="fill-gold"', `fill="${gold}"`)
  const box = { width: size, height: size }
  return image({ src: svgSource(svg), ...box, style: box })
}

export const svgSource = (svg: string) =>
  `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const coverGap = 5

/** The covers of a list, as its page has them. */
export function coversOf(
  pictures: CardPictures,
  { tracks, title }: ShareCard,
  layout: CoversLayout,
  width: number,
): Node {
  const { columns, rows, places } = sevenLayout(layout, Math.max(1, tracks.length))
  const cell = (width + coverGap) / columns
  return container({
    style: {
      position: 'relative',
      flexShrink: 0,
      width,
      height: rows * cell - coverGap,
    },
    children: places.slice(0, Math.max(1, tracks.length)).map(([x, y, side], index) =>
      container({
        style: { position: 'absolute', left: x * cell, top: y * cell },
        children: [coverOf(pictures, tracks[index]?.id ?? title, side * cell - coverGap)],
      }),
    ),
  })
}

/** Number one's badge. Its edge is seen on golden background. */
export const first = (size: number, { foreground }: CardColors) =>
  container({
    style: {
      display: 'flex',
      width: size,
      height: size,
      borderRadius: size / 2,
      flexShrink: 0,
      alignItems: 'center',
      justifyContent: 'center',
      backgroundColor: gold,
      border: `2px solid ${foreground}`,
    },
    children: [
      text('1', { ...display, fontSize: size * 0.66, lineHeight: `${size}px`, color: onGold }),
    ],
  })
