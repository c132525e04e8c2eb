/** A color in OKLCH, with its hue in radians. */
export type Lch = { l: number; c: number; h: number }

type Lab = { l: number; a: number; b: number }

/** Six hexadecimal digits, without a number sign. */
export type Hex = string

/** Red, green and blue from 0 to 255. */
export function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  }
}

export const toLch = ({ l, a, b }: Lab): Lch => ({ l, c: Math.hypot(a, b), h: Math.atan2(b, a) })

export const hexToLch = (hex: Hex): Lch => toLch(hexToLab(hex))

/** Reduces the chroma where sRGB does not have as much. */
export function toHex({ l, c, h }: Lch): Hex {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  if (c > 0.001 && rgb.some(part => part < -0.0005 || part > 1.0005))
    return toHex({ l, c: c * 0.97, h })
  return rgb.map(toDigits).join('')
}

/** What CSS makes of `color-mix(in oklab, one share, other)`, with the share from 0 to 1. */
export function mix(one: Hex, share: number, other: Hex): Hex {
  const [from, to] = [hexToLab(one), hexToLab(other)]
  const part = (key: keyof Lab) => from[key] * share + to[key] * (1 - share)
  return toHex(toLch({ l: part('l'), a: part('a'), b: part('b') }))
}

/** The contrast of WCAG, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: Hex): number {
  const [red, green, blue] = rgbOf(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const hexToLab = (hex: Hex) => toLab(...rgbOf(hex))

const rgbOf = (hex: Hex) =>
  [0, 2, 4].map(start => Number.parseInt(hex.slice(start, start + 2), 16)) as [
    number,
    number,
    number,
  ]

function linear(value: number): number {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function toDigits(part: number): string {
  const value = Math.min(Math.max(part, 0), 1)
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
