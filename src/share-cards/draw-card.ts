import { Renderer } from '@takumi-rs/core'
import { cardColors } from './card-colors.ts'
import { createFontLoader } from './card-fonts.ts'
import { type CardFormat, cardSizes } from './card-format.shared.ts'
import { type CardPictures, imagesOf } from './card-parts.ts'
import { storyList, wideList } from './list-layout.ts'
import { poster } from './poster-layout.ts'
import type { ShareCard } from './share-card.ts'
import { wideTrack } from './track-layout.ts'

const renderer = new Renderer()
const loadFonts = createFontLoader(renderer)

/** A poster is a story, and the card of a track is wide. */
export async function drawCard(
  card: ShareCard,
  format: CardFormat = 'wide',
  { avatar = null, covers = new Map() }: Partial<CardPictures> = {},
): Promise<Buffer> {
  await loadFonts(JSON.stringify(card))
  const numberOne = card.tracks[0]?.id ?? card.title
  const { light, dark } = await cardColors(covers.get(numberOne), numberOne)
  const pictures = { avatar, covers }
  const ofList = format === 'wide' ? wideList : storyList
  const layout = card.avatar ? ofList : wideTrack
  const drawing = card.chart
    ? poster(card, card.chart, pictures, dark)
    : layout(card, pictures, light)
  return renderer.render(drawing, {
    ...cardSizes[format],
    // A PNG of seven photographs is larger than some messengers show.
    format: 'jpeg',
    quality: 88,
    images: imagesOf(pictures),
  })
}
