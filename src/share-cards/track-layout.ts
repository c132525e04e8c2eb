import { type Node, text } from '@takumi-rs/helpers'
import type { CardColors } from './card-colors.ts'
import { cardSizes } from './card-format.shared.ts'
import { type CardPictures, column, coverOf, display, footer, page } from './card-parts.ts'
import type { ShareCard } from './share-card.ts'

export function wideTrack(card: ShareCard, pictures: CardPictures, colors: CardColors): Node {
  const { width, height } = cardSizes.wide
  return page('wide', colors, {}, [
    coverOf(pictures, card.tracks[0]?.id ?? '', height),
    column({ width: width - height, padding: 52, justifyContent: 'space-between' }, [
      description(card),
      footer(card, colors, 24, width - height - 104),
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
        fontWeight: index === 0 ? 700 : 400,
      }),
    ),
  ])
}
