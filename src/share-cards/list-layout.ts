import { type Node, text } from '@takumi-rs/helpers'
import { sevenLayout } from '../tracks/seven-layout.shared.ts'
import { maxTracks } from '../tracks/tracks.shared.ts'
import type { CardColors } from './card-colors.ts'
import { cardSizes } from './card-format.shared.ts'
import {
  avatarOf,
  type CardPictures,
  caption,
  column,
  coversOf,
  display,
  first,
  fittingSize,
  footer,
  logo,
  oneLine,
  page,
  row,
  storyHeading,
  storyPage,
  storyWidth,
} from './card-parts.ts'
import type { ShareCard } from './share-card.ts'

/** Of the strip of seven covers over the whole width. */
const coversHeight = 477
const padding = 40
const textWidth = cardSizes.wide.width - 2 * padding

/**
 * For a chat, where it is 320 pixels wide: the covers, and below them who, which drop, and number one. Fewer than seven
 * covers leave room beside them, where number one's title is.
 */
export function wideList(card: ShareCard, pictures: CardPictures, colors: CardColors): Node {
  const isFull = card.tracks.length === maxTracks
  return page('wide', colors, { flexDirection: 'column' }, [
    row(
      { height: coversHeight },
      isFull ? [strip(card, pictures)] : wallAndTitle(card, pictures, colors),
    ),
    column({ padding: `14px ${padding}px 0`, gap: 8 }, [
      names(card, pictures),
      row({ alignItems: 'center', gap: 18, width: textWidth }, [
        ...(isFull ? [first(48, colors)] : []),
        text(isFull ? firstTrack(card) : card.address, {
          ...oneLine,
          flexGrow: 1,
          fontSize: isFull ? 42 : fittingSize(card.address, 38, textWidth - 80),
          fontWeight: 700,
          lineHeight: '52px',
        }),
        logo(colors.ink, 52),
      ]),
    ]),
  ])
}

const strip = (card: ShareCard, pictures: CardPictures) =>
  coversOf(pictures, card, 'strip', cardSizes.wide.width)

function wallAndTitle(card: ShareCard, pictures: CardPictures, colors: CardColors): Node[] {
  const { columns, rows } = sevenLayout('wall', Math.max(1, card.tracks.length))
  const width = (coversHeight * columns) / rows
  const left = cardSizes.wide.width - width - 2 * padding
  const fontSize = left > 500 ? 60 : left > 300 ? 44 : 32
  const [track] = card.tracks
  const title = track
    ? [
        first(fontSize * 1.1, colors),
        caption(track, left, {
          title: { fontSize, lineHeight: 1.15, lineClamp: 4, overflowWrap: 'anywhere' },
          artist: { fontSize: fontSize * 0.7, lineHeight: 1.3, whiteSpace: 'normal', lineClamp: 2 },
        }),
      ]
    : []
  return [
    coversOf(pictures, card, 'wall', width),
    column({ padding: `${padding}px`, gap: 16, justifyContent: 'flex-end' }, title),
  ]
}

const avatarSize = 58

function names(card: ShareCard, pictures: CardPictures): Node {
  const name = `@${card.avatar?.name}`
  const which = card.title === name ? card.brand : card.title
  const nameWidth = textWidth - avatarSize - which.length * 34 - 60
  return row({ justifyContent: 'space-between', alignItems: 'center', gap: 40 }, [
    row({ alignItems: 'center', gap: 18 }, [
      avatarOf(card, pictures, avatarSize),
      text(name, {
        ...display,
        ...oneLine,
        fontSize: fittingSize(name, 56, nameWidth, 0.72),
        lineHeight: '58px',
      }),
    ]),
    text(which, { ...display, fontSize: 46, lineHeight: '58px', flexShrink: 0 }),
  ])
}

function firstTrack({ tracks: [track] }: ShareCard): string {
  return [track?.title ?? 'A track', track?.artist].filter(Boolean).join(' – ')
}

/** The wall of covers between who it is and number one. */
export function storyList(card: ShareCard, pictures: CardPictures, colors: CardColors): Node {
  const [track] = card.tracks
  return storyPage(colors, [
    storyHeading(card, pictures),
    ...(card.note
      ? [
          text(card.note, {
            ...display,
            fontSize: [...card.note].length > 80 ? 38 : 48,
            lineHeight: 1.2,
            lineClamp: 5,
            overflowWrap: 'anywhere',
          }),
        ]
      : []),
    coversOf(pictures, card, 'wall', storyWidth),
    ...(track
      ? [
          row({ gap: 28, alignItems: 'center' }, [
            first(96, colors),
            caption(track, storyWidth - 124, {
              title: { fontSize: 54, lineHeight: 1.15, lineClamp: 2, overflowWrap: 'anywhere' },
              artist: { fontSize: 38, lineHeight: 1.3 },
            }),
          ]),
        ]
      : []),
    footer(card, colors, 36, storyWidth),
  ])
}
