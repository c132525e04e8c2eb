import sharp from 'sharp'
import { expect, test } from 'vitest'
import { backgroundsOf, foregroundOn } from '../../ui/theme/cover-backgrounds.ts'
import { contrast, hexToLch } from '../../ui/theme/oklab.ts'
import { coverColor } from './fetch-cover.ts'

const cover = (background: string, children: { color: string; share: number }[] = []) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .composite(
      children.map(({ color, share }) => ({
        input: {
          create: {
            width: 300,
            height: Math.round(300 * share),
            channels: 3 as const,
            background: color,
          },
        },
        gravity: 'north',
      })),
    )
    .jpeg()
    .toBuffer()

const degrees = ({ h }: { h: number }) => Math.round(((h * 180) / Math.PI + 360) % 360)

test.each([
  ['#ff0000', 29],
  ['#00aa44', 150],
  ['#1133ff', 266],
  ['#d6ff1e', 119],
])('The main color of a %s cover has its hue', async (color, hue) => {
  const found = await coverColor(await cover(color))
  expect(found).toMatch(/^[0-9a-f]{6}$/)
  expect(Math.abs(degrees(hexToLch(found)) - hue)).toBeLessThan(8)
})

test('A color on a fifth of a black or white cover is its color', async () => {
  for (const background of ['#000000', '#ffffff']) {
    const picture = await cover(background, [{ color: '#ff0000', share: 0.2 }])
    const main = hexToLch(await coverColor(picture))
    expect(Math.abs(degrees(main) - 29)).toBeLessThan(8)
    expect(main.c).toBeGreaterThan(0.1)
  }
})

test('A gray cover has a gray main color, and so has one with a speck of color', async () => {
  for (const speck of [[], [{ color: '#ff0000', share: 0.05 }]])
    expect(hexToLch(await coverColor(await cover('#777777', speck))).c).toBeLessThan(0.02)
})

test('A cover without color channels has a main color', async () => {
  const gray = await sharp(await cover('#333333'))
    .grayscale()
    .png()
    .toBuffer()
  expect(hexToLch(await coverColor(gray)).c).toBeLessThan(0.02)
})

/** Covers of every kind: one color, stripes, a photograph in the dark or in the sun, type on black or white. */
async function* madeCovers() {
  const colors = ['#000000', '#0d1b4c', '#d81519', '#ffffff', '#8acf00', '#777777', '#f4b183']
  for (const background of colors) {
    yield cover(background)
    for (const color of colors)
      if (color !== background) yield cover(background, [{ color, share: 0.3 }])
  }
  for (let seed = 1; seed <= 34; seed++) {
    const noise = { type: 'gaussian' as const, mean: 20 + seed * 6, sigma: 10 + seed }
    const photograph = sharp({
      create: { width: 60, height: 60, channels: 3, background: '#000000', noise },
    })
    yield photograph
      .tint({ r: (seed * 53) % 256, g: (seed * 97) % 256, b: (seed * 29) % 256 })
      .jpeg()
      .toBuffer()
  }
}

test('Over covers of every kind, the note has a contrast of 7 on the page in both themes', async () => {
  let count = 0
  for await (const picture of madeCovers()) {
    const { light, dark, isDark } = backgroundsOf(await coverColor(picture))
    count++
    expect(contrast(foregroundOn(light, isDark), light)).toBeGreaterThanOrEqual(7)
    expect(contrast(foregroundOn(dark, true), dark)).toBeGreaterThanOrEqual(7)
  }
  expect(count).toBe(83)
})
