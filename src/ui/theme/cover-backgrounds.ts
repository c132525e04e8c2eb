import { contrast, type Hex, hexToLch, type Lch, mix, toHex } from './oklab.ts'

/** Backgrounds of a page in the colors of a cover. A dark cover has the same one in both themes. */
type Backgrounds = { light: Hex; dark: Hex; isDark: boolean }

/** Covers whose main color is darker have a dark page with light text in both themes. */
const lightest = 0.62
/** The darkest background that dark ink is legible on, whatever its hue. */
const deepest = 0.73
/** The lightest background of light ink, unless less is needed for its contrast, as with greens. */
const highest = 0.46
const minContrast = 7.1
const minEdge = 1.5

/**
 * The cover decides the side: a dark one has a dark page in both themes, a light one a light page, or a dark one where the
 * dark theme is wanted. Yellow stays light, because dark yellow is brown. Gray is nearly black or nearly white, because
 * between them it looks like a cover that has not loaded.
 */
export function backgroundsOf(color: Hex): Backgrounds {
  const lch = hexToLch(color)
  const isDark = lch.l < lightest
  const dark = isDark ? deepBackground(lch) : nightBackground(lch)
  return { light: isDark ? dark : paleBackground(lch), dark, isDark }
}

/** The text on a background, as theme.css mixes it. */
export const foregroundOn = (background: Hex, isDark: boolean): Hex =>
  isDark ? mix(background, 0.05, 'ffffff') : mix(background, 0.24, '000000')

/** The background as a line between others: darker or lighter if it could not be told from one of them. */
export function edgeOf(background: Hex, others: Hex[]): Hex {
  const other = hexToLch(background).l > 0.5 ? '000000' : 'ffffff'
  for (let share = 1; ; share -= 0.02) {
    const edge = mix(background, share, other)
    if (others.every(each => contrast(edge, each) >= minEdge)) return edge
  }
}

/** Black or white, whichever is legible on a cover's main color itself: one of them always is. */
export const legibleOn = (color: Hex): string =>
  contrast('ffffff', color) >= 4.5 ? '#ffffff' : '#000000'

/**
 * Declarations for a document with this main color, more specific than those of a chosen theme. With the color scheme,
 * everything that differs between the themes is dark, form controls and scroll bars too.
 */
export function backgroundProperties(color: Hex): string {
  const { light, dark, isDark } = backgroundsOf(color)
  return isDark ? `color-scheme:dark;--ground:#${dark}` : `--ground:light-dark(#${light},#${dark})`
}

function deepBackground({ l, c, h }: Lch): Hex {
  const charcoal = 0.2 + 0.14 * l
  const chroma = Math.min(c, 0.2)
  let depth = between(charcoal, Math.min(Math.max(l, 0.2), highest), vividness(c))
  for (; ; depth -= 0.005) {
    const background = toHex({ l: depth, c: chroma, h })
    if (contrast(foregroundOn(background, true), background) >= minContrast) return background
  }
}

function paleBackground({ l, c, h }: Lch): Hex {
  const vivid = vividness(c)
  if (c < 0.02) return toHex({ l: paper(l), c: 0.0053, h: paperHue })
  // What little color a cover has is easily lost on a light background.
  const chroma = Math.min(c * (2 - vivid), 0.2)
  return toHex({ l: between(paper(l), Math.min(Math.max(l, deepest), 0.92), vivid), c: chroma, h })
}

/** The background of a light cover in the dark theme. */
const nightBackground = ({ c, h }: Lch): Hex =>
  toHex({ l: between(0.2, 0.3, vividness(c)), c: Math.min(0.85 * c, 0.1), h })

/** A little yellow, as paper has it. */
const paperHue = 1.86
const paper = (l: number) => between(0.912, 0.948, (l - lightest) / (1 - lightest))

/** 0 is gray, 1 is colorful. */
const vividness = (chroma: number) => Math.min(1, Math.max(0, chroma - 0.03) / 0.1)

const between = (from: number, to: number, by: number) => from + (to - from) * by
