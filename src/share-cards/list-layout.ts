import { type Node, text } from '@takumi-rs/helpers'
import type { Rgb } from './background-color.ts'
import type { CardFormat } from './card-format.shared.ts'
import {
  avatarOf,
  type CardPictures,
  caption,
  colors,
  column,
  coverOf,
  display,
  fittingSize,
  footer,
  oneLine,
  page,
  row,
  type Style,
  storyPage,
} from './card-parts.ts'
import type { CardTrack, ShareCard } from './share-card.ts'

export function wideList(card: ShareCard, pictures: CardPictures, background: Rgb): Node {
  const [first, ...others] = card.tracks
  const size = sizes.wide
  return page('wide', background, { padding: 48, gap: 48 }, [
    column({ width: 400, gap: 20 }, [
      coverOf(pictures, first?.id ?? card.title, 400),
      ...(first
        ? [
            row({ gap: 20 }, [
              text('1', { ...display, fontSize: 76, lineHeight: '76px', color: colors.gold }),
              name(first, { width: 330, fontSize: 32 }),
            ]),
          ]
        : []),
    ]),
    column({ width: 656, justifyContent: 'space-between' }, [
      heading(card, pictures, size),
      column(
        {},
        others.map((track, index) => trackRow(track, index + 2, pictures, size)),
      ),
      footer(card, 26, size.width),
    ]),
  ])
}

/** Number one large above the rows. */
export function storyList(card: ShareCard, pictures: CardPictures, background: Rgb): Node {
  const [first, ...others] = card.tracks
  const size = sizes.story
  return storyPage(background, [
    heading(card, pictures, size),
    row({ gap: 40, alignItems: 'flex-end' }, [
      coverOf(pictures, first?.id ?? card.title, 560),
      ...(first
        ? [
            column({ width: 320 }, [
              text('1', { ...display, fontSize: 200, lineHeight: '200px', color: colors.gold }),
              name(first, { width: 320, fontSize: 46, lineClamp: 4 }),
            ]),
          ]
        : []),
    ]),
    column(
      {},
      others.map((track, index) => trackRow(track, index + 2, pictures, size)),
    ),
    footer(card, 36, size.width),
  ])
}

type Sizes = {
  width: number
  avatar: number
  title: number
  details: number
  row: number
  cover: number
  rank: number
  track: number
}

const sizes: Record<CardFormat, Sizes> = {
  // A note of three lines fits, too.
  wide: { width: 656, avatar: 96, title: 48, details: 22, row: 44, cover: 38, rank: 29, track: 20 },
  story: {
    width: 920,
    avatar: 150,
    title: 84,
    details: 36,
    row: 86,
    cover: 72,
    rank: 48,
    track: 34,
  },
}

function heading(card: ShareCard, pictures: CardPictures, size: Sizes): Node {
  const textWidth = size.width - size.avatar - 24
  const title = fittingSize(card.title, size.title, textWidth, 0.7)
  return column({ gap: size.details / 2 }, [
    row({ gap: 24, alignItems: 'center' }, [
      avatarOf(card, pictures, size.avatar),
      column({ width: textWidth }, [
        text(card.title, { ...display, ...oneLine, fontSize: title, lineHeight: 1.15 }),
        ...card.details.map((line, index) =>
          text(line, {
            ...oneLine,
            fontSize: fittingSize(line, size.details, textWidth, 0.5),
            lineHeight: 1.3,
            color: index === 0 ? colors.ink : colors.gold,
          }),
        ),
      ]),
    ]),
    ...(card.note
      ? [
          text(card.note, {
            fontSize: size.details,
            lineHeight: 1.3,
            lineClamp: 3,
            overflowWrap: 'anywhere',
          }),
        ]
      : []),
  ])
}

const name = (track: CardTrack, style: Style & { width: number; fontSize: number }) =>
  caption(track, style.width, {
    title: { lineClamp: 2, ...style, lineHeight: 1.2, overflowWrap: 'anywhere' },
    artist: { fontSize: style.fontSize * 0.75, lineHeight: 1.3 },
  })

function trackRow(track: CardTrack, rank: number, pictures: CardPictures, size: Sizes): Node {
  const { mark } = track
  const gap = size.track * 0.7
  const rankWidth = size.rank * 0.9
  const markWidth = mark === null ? 0 : size.track * 3.4
  return row({ gap, alignItems: 'center', height: size.row }, [
    text(String(rank), {
      ...display,
      width: rankWidth,
      textAlign: 'right',
      fontSize: size.rank,
      color: colors.muted,
    }),
    coverOf(pictures, track.id, size.cover),
    caption(track, size.width - rankWidth - size.cover - markWidth - 3 * gap, {
      title: { ...oneLine, fontSize: size.track, lineHeight: 1.2 },
      artist: { fontSize: size.track * 0.8, lineHeight: 1.2 },
    }),
    ...(mark === null
      ? []
      : [
          text(mark, {
            width: markWidth,
            textAlign: 'right',
            fontSize: size.track * 0.85,
            fontWeight: 700,
            color: /^[▼–]/.test(mark) ? colors.muted : colors.gold,
          }),
        ]),
  ])
}
