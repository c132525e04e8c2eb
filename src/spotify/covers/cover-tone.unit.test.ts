import sharp from 'sharp'
import { expect, test } from 'vitest'
import { palette } from '../../ui/theme/colors.ts'
import { hexToLch } from '../../ui/theme/oklab.ts'
import { groundsOf } from './cover-tone.ts'
import { coverTone } from './fetch-cover.ts'

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

const pageGrounds = async (picture: Buffer) => {
  const tone = await coverTone(picture)
  expect(tone).toMatch(/^[0-9a-f]{12}$/)
  return { light: hexToLch(tone.slice(0, 6)), dark: hexToLch(tone.slice(6)) }
}
const degrees = ({ h }: { h: number }) => Math.round(((h * 180) / Math.PI + 360) % 360)

test.each([
  ['#ff0000', 29],
  ['#00aa44', 150],
  ['#1133ff', 266],
  ['#d6ff1e', 119],
])('The grounds of a %s cover have its hue', async (color, hue) => {
  const { light, dark } = await pageGrounds(await cover(color))
  for (const ground of [light, dark]) expect(Math.abs(degrees(ground) - hue)).toBeLessThan(8)
})

test('A color on a fifth of a black or white cover is its color', async () => {
  for (const background of ['#000000', '#ffffff']) {
    const { light } = await pageGrounds(await cover(background, [{ color: '#ff0000', share: 0.2 }]))
    expect(Math.abs(degrees(light) - 29)).toBeLessThan(8)
    expect(light.c).toBeGreaterThan(0.1)
  }
})

test('A gray cover has gray grounds, and so has one with a speck of color', async () => {
  for (const speck of [[], [{ color: '#ff0000', share: 0.05 }]]) {
    const { light, dark } = await pageGrounds(await cover('#777777', speck))
    expect(light.c).toBeLessThan(0.02)
    expect(dark.c).toBeLessThan(0.02)
  }
})

test('A cover without color channels has a tone', async () => {
  const gray = await sharp(await cover('#333333'))
    .grayscale()
    .png()
    .toBuffer()
  expect((await pageGrounds(gray)).light.c).toBeLessThan(0.02)
})

test('Generated covers have the grounds of their backgrounds', () => {
  for (const { background, tone } of palette)
    expect(tone).toBe(groundsOf(hexToLch(background.slice(1))))
})
