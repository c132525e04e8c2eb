import { type Node, text } from '@takumi-rs/helpers'
import type { Rgb } from './background-color.ts'
import { cardSizes } from './card-format.shared.ts'
import { type CardPictures, colors, column, coverOf, display, footer, page } from './card-parts.ts'
import type { ShareCard } from './share-card.ts'

export function wideTrack(card: ShareCard, pictures: CardPictures, background: Rgb): Node {
  const { width, height } = cardSizes.wide
  return page('wide', background, {}, [
    coverOf(pictures, card.tracks[0]?.id ?? '', height),
    column({ width: width - height, padding: 52, justifyContent: 'space-between' }, [
      description(card),
      footer(card, 24, width - height - 104),
    ]),
  ])
}

function description({ title, details }: ShareCard): Node {
  const length = [...title].length
  const fontSize = length > 40 ? 38 : length > 16 ? 48 : 68
  return column({ gap: 18 }, [
    text(title, {
      ...display,
      fontSize,
      lineHeight: 1.1,
      overflowWrap: 'anywhere',
      lineClamp: 4,
    }),
    ...details.map((line, index) =>
      text(line, {
        fontSize: 28,
        lineHeight: 1.3,
        lineClamp: 2,
        color: index === 0 ? colors.gold : colors.ink,
        fontWeight: index === 0 ? 700 : 400,
      }),
    ),
  ])
}
