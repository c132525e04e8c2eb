import sharp from 'sharp'
import { expect, test } from 'vitest'
import { generatedCover } from '../tracks/generated-cover.shared.ts'
import { backgroundsOf } from '../ui/theme/cover-backgrounds.ts'
import { hexToLch } from '../ui/theme/oklab.ts'
import { createFontLoader } from './card-fonts.ts'
import { cardSizes, formatOf } from './card-format.shared.ts'
import { drawCard } from './draw-card.ts'
import { cardFile, type ShareCard } from './share-card.ts'

const cardWith = (title: string): ShareCard => ({
  brand: 'Radr',
  address: 'radr.example/mira',
  title: '@mira',
  details: ['The Radr'],
  note: null,
  chart: null,
  avatar: { name: 'mira', hash: null },
  tracks: [{ id: 'one', title, artist: title }],
})

// If a script had no font, every letter of it would be the same box.
test.each([
  ['Latin', 'é', 'ß'],
  ['Cyrillic', 'Ж', 'Ю'],
  ['Greek', 'Ω', 'λ'],
  ['Japanese', '夜', '駆'],
  ['Korean', '봄', '날'],
  ['Arabic', 'ع', 'م'],
  ['Hebrew', 'ש', 'ל'],
  ['Thai', 'ร', 'ก'],
  ['Devanagari', 'त', 'म'],
  ['emoji', '🎉', '🔥'],
])('Titles in %s are legible on a card', async (_script, one, other) => {
  const [first, second] = [await drawCard(cardWith(one)), await drawCard(cardWith(other))]
  expect(first.equals(second)).toBe(false)
})

test.each(['wide', 'story'] as const)(
  'A card in the format %s has its size, whatever its text is',
  async format => {
    for (const title of ['', 'x'.repeat(500), '<b>&amp;"\u202e']) {
      const ofMember = { ...cardWith(title), title, note: title, details: [title, title, title] }
      const ofTrack = { ...ofMember, avatar: null }
      const forms = [ofMember, { ...ofMember, tracks: [] }, ...(format === 'wide' ? [ofTrack] : [])]
      for (const card of forms) {
        const { width, height } = await sharp(await drawCard(card, format)).metadata()
        expect({ width, height }, title).toEqual(cardSizes[format])
      }
    }
  },
)

test('A card has the background that a page has in the colors of its number one', async () => {
  for (const [color, hue] of [
    ['#ff2211', 30],
    ['#00aa44', 150],
    ['#1133ff', 266],
  ] as const) {
    const covers = new Map([['one', await coverIn(color)]])
    for (const format of ['wide', 'story'] as const) {
      const card = await drawCard(cardWith('one'), format, { covers })
      const { height } = cardSizes[format]
      const corner = sharp(card).extract({ left: 10, top: height - 15, width: 4, height: 4 })
      const { channels } = await sharp(await corner.png().toBuffer()).stats()
      const hex = channels.map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0'))
      const { l, h } = hexToLch(hex.join('').slice(0, 6))
      expect(l, color).toBeCloseTo(hexToLch(backgroundsOf(color.slice(1)).light).l, 1)
      const degrees = ((h * 180) / Math.PI + 360) % 360
      expect(Math.abs(degrees - hue), color).toBeLessThan(10)
    }
  }
})

test('A font that could not be registered is tried again for the next card', async () => {
  const registered: string[] = []
  let fails = true
  const load = createFontLoader({
    async registerFont(font) {
      if (fails) throw new Error('too many open files')
      registered.push(Object(font).name)
      return []
    },
  })
  await expect(load('A')).rejects.toThrow('too many open files')
  fails = false
  await load('A')
  await load('A')
  expect(registered).toContain('Noto Sans')
  expect(registered.filter(name => name === 'Anybody')).toHaveLength(1)
})

test.each(['wide', 'story'] as const)(
  'A card in the format %s shows the cover of its track, and a generated one where none is known',
  async format => {
    const covers = new Map([['one', await coverIn('#00ff00')]])
    const ofTrack = { ...cardWith('one'), avatar: null }
    for (const card of [cardWith('one'), ...(format === 'wide' ? [ofTrack] : [])]) {
      expectAlike(await dominantColor(await drawCard(card, format, { covers })), '#00ff00')
      const { backgroundColor } = generatedCover('one')
      expectAlike(await dominantColor(await drawCard(card, format)), backgroundColor)
    }
  },
)

/** Red, green and blue, where the cover of an only track is in every format. */
async function dominantColor(card: Buffer) {
  const { height } = await sharp(card).metadata()
  const place = { left: 200, top: Math.round(height / 2) - 100, width: 200, height: 200 }
  const { dominant } = await sharp(await sharp(card).extract(place).png().toBuffer()).stats()
  return [dominant.r, dominant.g, dominant.b]
}

/** Allows for what the picture's compression changes. */
function expectAlike(channels: number[], hex: string) {
  for (const [n, channel] of channels.entries()) {
    const expected = Number.parseInt(hex.slice(1 + 2 * n, 3 + 2 * n), 16)
    expect(Math.abs(channel - expected), `${channels} and ${hex}`).toBeLessThan(20)
  }
}

test('The file name of a card changes with its content and says its format', () => {
  expect(cardFile(cardWith('one'))).toBe(cardFile(cardWith('one')))
  expect(cardFile(cardWith('one'))).not.toBe(cardFile(cardWith('two')))
  for (const format of ['wide', 'story'] as const)
    expect(formatOf(cardFile(cardWith('one'), format))).toBe(format)
})

const coverIn = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()
