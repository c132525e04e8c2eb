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
  muted,
  oneLine,
  page,
  row,
  storyHeading,
  storyPage,
  storyWidth,
} from './card-parts.ts'
import type { CardTrack, ShareCard } from './share-card.ts'

/** Pixels of the strip of seven covers over the whole width. */
const coversHeight = 477
const padding = 40
const textWidth = cardSizes.wide.width - 2 * padding

/**
 * The card for a chat, where it is 320 pixels wide: the covers, and below them who, which drop, and number one. Fewer
 * than seven covers leave room beside them, where number one's title is.
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
        text(isFull ? titleAndArtist(card.tracks[0]) : card.address, {
          ...oneLine,
          flexGrow: 1,
          fontSize: isFull ? 42 : fittingSize(card.address, 38, textWidth - 80),
          fontWeight: 700,
          lineHeight: '52px',
        }),
        logo(colors.foreground, 52),
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

const titleAndArtist = (track: CardTrack | undefined): string =>
  [track?.title ?? 'A track', track?.artist].filter(Boolean).join(' – ')

const storyHeight = 1920 - 190 - 200
const storyGap = 24
const headingHeight = 200
const footerHeight = 60
const badge = { size: 96, gap: 28 }
const titleLine = 42

/** The wall of covers between who it is and all titles; it is as large as the texts leave room for. */
export function storyList(card: ShareCard, pictures: CardPictures, colors: CardColors): Node {
  const note = card.note === null ? null : storyNote(card.note)
  const [track, ...others] = card.tracks
  const titles = track ? numberOneHeight(track) + others.length * titleLine : 0
  const texts = headingHeight + (note ? note.height + storyGap : 0) + titles + footerHeight
  const { columns, rows } = sevenLayout('wall', Math.max(1, card.tracks.length))
  const room = storyHeight - texts - 3 * storyGap
  const wallWidth = Math.min(storyWidth, (room * columns) / rows)
  // A wall that is much smaller than the texts would leave a hole beside it.
  const isStrip = card.tracks.length === maxTracks && wallWidth < 0.75 * storyWidth
  return storyPage(colors, [
    storyHeading(card, pictures),
    ...(note ? [note.node] : []),
    isStrip
      ? coversOf(pictures, card, 'strip', storyWidth)
      : coversOf(pictures, card, 'wall', wallWidth),
    ...(track ? [column({ gap: 8 }, [numberOne(track, colors), ...others.map(titleOf)])] : []),
    footer(card, colors, 36, storyWidth),
  ])
}

/** The note's height is estimated from above: the renderer measures text only while it draws. */
function storyNote(note: string) {
  const isLong = [...note].length > 80
  const [fontSize, lineLength] = isLong ? [38, 36] : [48, 29]
  const lines = note
    .split('\n')
    .reduce((sum, line) => sum + wrapped([...line].length, lineLength), 0)
  const lineClamp = 5
  return {
    height: Math.min(lines, lineClamp) * fontSize * 1.2,
    node: text(note, {
      ...display,
      fontSize,
      lineHeight: 1.2,
      lineClamp,
      overflowWrap: 'anywhere',
    }),
  }
}

const wrapped = (length: number, lineLength: number) => Math.max(1, Math.ceil(length / lineLength))

const numberOneHeight = ({ title, artist }: CardTrack) =>
  Math.min(wrapped([...(title ?? '')].length, 26), 2) * 62 + (artist ? 50 : 0) + 8

const numberOne = (track: CardTrack, colors: CardColors) =>
  row({ gap: badge.gap, alignItems: 'center' }, [
    first(badge.size, colors),
    caption(track, storyWidth - badge.size - badge.gap, {
      title: { fontSize: 54, lineHeight: 1.15, lineClamp: 2, overflowWrap: 'anywhere' },
      artist: { fontSize: 38, lineHeight: 1.3 },
    }),
  ])

/** "2 Roads – Portishead", below number one's badge and title. */
const titleOf = (track: CardTrack, index: number) =>
  row({ gap: badge.gap, height: titleLine - 8 }, [
    text(`${index + 2}`, { ...titleText, ...muted, width: badge.size, textAlign: 'center' }),
    text(titleAndArtist(track), {
      ...titleText,
      ...oneLine,
      width: storyWidth - badge.size - badge.gap,
    }),
  ])

const titleText = { fontSize: 30, lineHeight: '34px', fontWeight: 600 }
