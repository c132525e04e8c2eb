import { type Lch, toHex, toLab, toLch } from '../../ui/theme/oklab.ts'

/** Pixels on each side of the picture that `toneOf` reads. */
export const toneSize = 40

/**
 * The tone of a cover: the backgrounds of a page in its colors, for the light and for the dark theme, as two times six
 * hexadecimal digits. `pixels` has red, green, blue and alpha of each pixel.
 */
export const toneOf = (pixels: Uint8Array): string => groundsOf(mainColor(pixels))

/** The darkest ground that dark ink is legible on. */
const deepest = 0.73

/**
 * The theme decides which side of the ink the ground is on, the cover its hue and depth: a black cover has a deep gray, a
 * white one a pale one. Yellow stays light, because dark yellow is brown.
 */
export function groundsOf({ l, c, h }: Lch): string {
  const vivid = Math.min(1, c / 0.13)
  const light = mix(mix(deepest, 0.95, l), Math.min(Math.max(l, deepest), 0.92), vivid)
  const dark = mix(0.2, 0.3, vivid)
  // What little color a dark cover has is easily lost on a light ground.
  const lightChroma = Math.min(c * (2 - vivid), 0.2)
  return toHex({ l: light, c: lightChroma, h }) + toHex({ l: dark, c: Math.min(0.85 * c, 0.1), h })
}

const mix = (from: number, to: number, by: number) => from + (to - from) * by

/** Of the pixels, each counted as far as it is colorful: with less, the cover counts as gray. */
const minShare = 0.12
const hueCount = 24
const grayCount = 10

/** The mean of the most common hue, or of a gray cover's most common lightness. */
function mainColor(pixels: Uint8Array): Lch {
  const hues = Array.from({ length: hueCount }, emptySum)
  const grays = Array.from({ length: grayCount }, emptySum)
  for (let at = 0; at < pixels.length; at += 4) {
    const lab = toLab(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    const { l, c, h } = toLch(lab)
    const hue = Math.floor((h / (2 * Math.PI) + 0.5) * hueCount) % hueCount
    // Neither black nor white has a hue that anybody sees.
    add(hues[hue], lab, Math.min(1, c / 0.12) * Math.min(1, l / 0.3))
    add(grays[Math.min(grayCount - 1, Math.floor(l * grayCount))], lab, 1)
  }
  // A color on the border of two bins counts with both.
  const pairs = hues.map((sum, index) => join(sum, hues[(index + 1) % hueCount] ?? sum))
  const hue = heaviest(pairs)
  const { weight, l, a, b } = hue.weight > (minShare * pixels.length) / 4 ? hue : heaviest(grays)
  return toLch({ l: l / weight, a: a / weight, b: b / weight })
}

type Sum = { weight: number; l: number; a: number; b: number }

const emptySum = (): Sum => ({ weight: 0, l: 0, a: 0, b: 0 })

function add(sum: Sum | undefined, { l, a, b }: { l: number; a: number; b: number }, by: number) {
  if (!sum) return
  sum.weight += by
  sum.l += by * l
  sum.a += by * a
  sum.b += by * b
}

const join = (one: Sum, other: Sum): Sum => ({
  weight: one.weight + other.weight,
  l: one.l + other.l,
  a: one.a + other.a,
  b: one.b + other.b,
})

const heaviest = (sums: Sum[]) =>
  sums.reduce((best, sum) => (sum.weight > best.weight ? sum : best))
