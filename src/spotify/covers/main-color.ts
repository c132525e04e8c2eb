import { type Hex, toHex, toLab, toLch } from '../../ui/theme/oklab.ts'

/** Pixels on each side of the picture that `mainColor` reads. */
export const sampleSize = 40

/** A cover counts as gray below this share of its pixels, each counted as far as it is colorful. */
const minShare = 0.12
const hueCount = 24
const grayCount = 10

/**
 * The main color of a cover: the mean of its most common hue, or of a gray cover's most common lightness. `pixels` has
 * red, green, blue and alpha of each pixel.
 */
export function mainColor(pixels: Uint8Array): Hex {
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
  return toHex(toLch({ l: l / weight, a: a / weight, b: b / weight }))
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
