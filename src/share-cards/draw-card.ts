import { Renderer } from '@takumi-rs/core'
import { container, image, type Node, text } from '@takumi-rs/helpers'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { darkColor } from '../ui/colors.ts'
import { Logo } from '../ui/logo.tsx'
import { palette } from '../ui/palette.ts'
import { PlaceholderCover } from '../ui/placeholder-cover.tsx'
import { pickBySeed } from '../ui/seeded-random.ts'
import { createFontLoader, fontStack, fonts } from './card-fonts.ts'
import { type CardTrack, cardSize, type ShareCard } from './share-card.ts'

const colors = {
  canvas: darkColor('canvas'),
  ink: darkColor('ink'),
  muted: darkColor('muted'),
  gold: darkColor('gold'),
}

const renderer = new Renderer()
const loadFonts = createFontLoader(renderer)

type Pictures = {
  /** The member's. */
  avatar?: Buffer | null
  /** Those of the tracks that are known, by id. */
  covers?: Map<string, Buffer>
}

/** A card as PNG, made in a thread of its own; pictures are JPEGs. */
export async function drawCard(
  card: ShareCard,
  { avatar = null, covers = new Map() }: Pictures = {},
): Promise<Buffer> {
  await loadFonts(JSON.stringify(card))
  const images = [
    ...(avatar ? [{ src: 'avatar', data: avatar }] : []),
    ...[...covers].map(([id, data]) => ({ src: coverSource(id), data })),
  ]
  const cover: CoverOf = (id, size) =>
    covers.has(id) ? knownCover(id, size) : placeholderCover(id, size)
  const node = card.avatar ? listCard(card, avatar !== null, cover) : trackCard(card, cover)
  return renderer.render(node, { ...cardSize, format: 'png', images })
}

type CoverOf = (trackId: string, size: number) => Node

function listCard(card: ShareCard, hasPicture: boolean, cover: CoverOf): Node {
  const left = column({ width: 380, justifyContent: 'space-between' }, [
    column({ gap: 20 }, [avatarOf(card, hasPicture), ...heading(card)]),
    mark(card.brand),
  ])
  const rows = card.tracks.map((track, index) => trackRow(track, index + 1, cover(track.id, 64)))
  return page([left, column({ width: 660, justifyContent: 'center', gap: 12 }, rows)])
}

function trackCard(card: ShareCard, cover: CoverOf): Node {
  const [track] = card.tracks
  const right = column({ width: 510, justifyContent: 'space-between' }, [
    column({ gap: 20 }, heading(card)),
    mark(card.brand),
  ])
  return page([cover(track?.id ?? '', 510), right])
}

const page = (children: Node[]) =>
  container({
    style: {
      ...cardSize,
      display: 'flex',
      justifyContent: 'space-between',
      padding: 60,
      backgroundColor: colors.canvas,
      color: colors.ink,
      fontFamily: fontStack(fonts.text),
    },
    children,
  })

/** Long titles get smaller letters and, after three lines, an ellipsis. */
const heading = ({ title, details }: ShareCard) => [
  text(title, {
    fontFamily: fontStack(fonts.display),
    fontWeight: 800,
    fontSize: [...title].length > 20 ? 40 : 60,
    lineHeight: 1.1,
    overflowWrap: 'anywhere',
    lineClamp: 3,
  }),
  ...details.map((line, index) =>
    text(line, {
      fontSize: 28,
      color: index === 0 ? colors.gold : colors.muted,
      fontWeight: index === 0 ? 700 : 400,
      lineClamp: 2,
    }),
  ),
]

function trackRow({ title, artist }: CardTrack, rank: number, cover: Node): Node {
  return row({ gap: 20, alignItems: 'center', height: 64 }, [
    text(String(rank), {
      width: 40,
      textAlign: 'right',
      fontFamily: fontStack(fonts.display),
      fontWeight: 800,
      fontSize: 40,
      color: rank === 1 ? colors.gold : colors.muted,
    }),
    cover,
    column({ width: 516 }, [
      text(title ?? 'A track', { ...oneLine, fontSize: 28, fontWeight: 700, lineHeight: '36px' }),
      ...(artist
        ? [text(artist, { ...oneLine, fontSize: 22, color: colors.muted, lineHeight: '28px' })]
        : []),
    ]),
  ])
}

const oneLine = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } as const

const coverSource = (trackId: string) => `cover-${trackId}`

/** Uncropped, as the streaming service's rules want its covers. */
const knownCover: CoverOf = (trackId, size) =>
  image({
    src: coverSource(trackId),
    style: { width: size, height: size, borderRadius: size > 100 ? 8 : 4 },
  })

const placeholderCover: CoverOf = (trackId, size) =>
  picture(createElement(PlaceholderCover, { seed: trackId }), size, size > 100 ? 24 : 8)

function avatarOf({ avatar }: ShareCard, hasPicture: boolean): Node {
  const style = { width: 132, height: 132, borderRadius: 66 }
  if (hasPicture) return image({ src: 'avatar', style })
  const name = avatar?.name ?? ''
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
        fontFamily: fontStack(fonts.display),
        fontWeight: 700,
        fontSize: 64,
        color: '#ffffff',
      }),
    ],
  })
}

const mark = (brand: string) =>
  row({ gap: 16, alignItems: 'center' }, [
    picture(createElement(Logo, {}), 48, 0),
    text(brand, { fontFamily: fontStack(fonts.display), fontWeight: 800, fontSize: 32 }),
  ])

/** A component that renders SVG; classes have no meaning here. */
function picture(element: React.ReactElement, size: number, borderRadius: number): Node {
  const svg = renderToStaticMarkup(element)
    .replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" color="${colors.ink}" `)
    .replaceAll('class="fill-gold"', `fill="${colors.gold}"`)
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return image({
    src,
    width: size,
    height: size,
    style: { width: size, height: size, borderRadius },
  })
}

type Style = NonNullable<Parameters<typeof container>[0]['style']>

const row = (style: Style, children: Node[]) =>
  container({ style: { display: 'flex', ...style }, children })

const column = (style: Style, children: Node[]) =>
  container({ style: { display: 'flex', flexDirection: 'column', ...style }, children })
