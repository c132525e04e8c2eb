import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createFontLoader } from './card-fonts.ts'
import { drawCard } from './draw-card.ts'
import { cardFile, type ShareCard } from './share-card.ts'

const cardWith = (title: string): ShareCard => ({
  brand: 'Radr',
  title: '@mira',
  details: ['The Radr'],
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

test('A card has 1200 × 630 pixels, whatever its text is', async () => {
  for (const title of ['', 'A', 'x'.repeat(500), 'word '.repeat(200), '<b>&amp;"\u202e']) {
    const card = { ...cardWith(title), title, details: [title, title, title] }
    const { format, width, height } = await sharp(await drawCard(card)).metadata()
    expect({ format, width, height }, title).toEqual({ format: 'png', width: 1200, height: 630 })
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

test('A card shows the covers that are known', async () => {
  const cover = await sharp({
    create: { width: 300, height: 300, channels: 3, background: '#00ff00' },
  })
    .jpeg()
    .toBuffer()
  for (const card of [cardWith('one'), { ...cardWith('one'), avatar: null }]) {
    const known = await drawCard(card, { covers: new Map([['one', cover]]) })
    const place = card.avatar
      ? { left: 560, top: 300, width: 20, height: 20 }
      : { left: 200, top: 200, width: 200, height: 200 }
    const { dominant } = await sharp(await sharp(known).extract(place).png().toBuffer()).stats()
    expect(dominant.g).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(60)
  }
})

test('The file name of a card changes with its content alone', () => {
  expect(cardFile(cardWith('one'))).toBe(cardFile(cardWith('one')))
  expect(cardFile(cardWith('one'))).not.toBe(cardFile(cardWith('two')))
})
