export const cardSizes = {
  wide: { width: 1200, height: 630 },
  story: { width: 1080, height: 1920 },
}
export type CardFormat = keyof typeof cardSizes

export const cardEndings: Record<CardFormat, string> = { wide: '.jpg', story: '-story.jpg' }

export const formatOf = (file: string): CardFormat =>
  file.endsWith(cardEndings.story) ? 'story' : 'wide'

export const storyPath = (card: string) =>
  card.slice(0, -cardEndings.wide.length) + cardEndings.story
