import { type Node, text } from '@takumi-rs/helpers'
import type { Rgb } from './background-color.ts'
import { cardSizes } from './card-format.shared.ts'
import {
  type CardPictures,
  colors,
  column,
  coverOf,
  display,
  footer,
  page,
  storyPage,
} from './card-parts.ts'
import type { ShareCard } from './share-card.ts'

export function wideTrack(card: ShareCard, pictures: CardPictures, background: Rgb): Node {
  const { width, height } = cardSizes.wide
  return page('wide', background, {}, [
    cover(card, pictures, height),
    column({ width: width - height, padding: 52, justifyContent: 'space-between' }, [
      description(card, 1),
      footer(card, 24, width - height - 104),
    ]),
  ])
}

export function storyTrack(card: ShareCard, pictures: CardPictures, background: Rgb): Node {
  return storyPage(background, [
    column({ gap: 56 }, [cover(card, pictures, 920), description(card, 1.5)]),
    footer(card, 36, 920),
  ])
}

const cover = ({ tracks: [track] }: ShareCard, pictures: CardPictures, size: number) =>
  coverOf(pictures, track?.id ?? '', size)

function description({ title, details }: ShareCard, factor: number): Node {
  const length = [...title].length
  const fontSize = length > 40 ? 38 : length > 16 ? 48 : 68
  return column({ gap: 18 * factor }, [
    text(title, {
      ...display,
      fontSize: fontSize * factor,
      lineHeight: 1.1,
      overflowWrap: 'anywhere',
      lineClamp: 4,
    }),
    ...details.map((line, index) =>
      text(line, {
        fontSize: 28 * factor,
        lineHeight: 1.3,
        lineClamp: 2,
        color: index === 0 ? colors.gold : colors.ink,
        fontWeight: index === 0 ? 700 : 400,
      }),
    ),
  ])
}
