import { loadSharp } from '../platform/load-sharp.ts'
import { palette } from '../ui/colors.ts'
import { pickBySeed } from '../ui/seeded-random.ts'

/** Of the background, so that white and gold text have a contrast of at least 4.5 on it. */
const maxLuminance = 0.09

/** Red, green and blue, each from 0 to 255. */
export type Rgb = [number, number, number]

/** The main color of a cover, darkened until text is legible on it; of a generated cover without one. */
export async function backgroundColor(cover: Buffer | undefined, seed: string): Promise<Rgb> {
  if (!cover) return darken(fromHex(pickBySeed(palette, seed).background))
  const sharp = await loadSharp()
  const { dominant } = await sharp(cover).stats()
  return darken([dominant.r, dominant.g, dominant.b])
}

function darken(color: Rgb): Rgb {
  let dark = color
  while (luminance(dark) > maxLuminance) dark = scale(dark, 0.9)
  return dark
}

export const scale = (color: Rgb, by: number) => color.map(value => Math.round(value * by)) as Rgb

/** Relative luminance by WCAG, from 0 to 1. */
export function luminance(color: Rgb): number {
  const [red, green, blue] = color.map(value => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const fromHex = (hex: string) =>
  [1, 3, 5].map(start => Number.parseInt(hex.slice(start, start + 2), 16)) as Rgb
