import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colors, coverProperties } from '../../src/ui/theme/colors.ts'
import { backgroundsOf, foregroundOn } from '../../src/ui/theme/cover-backgrounds.ts'
import { contrast, hexToLch, mix, toHex } from '../../src/ui/theme/oklab.ts'

const css = readFileSync('src/ui/theme/theme.css', 'utf8')
const declarations = new Map([
  ...declarationsIn(':root,\n.dark-block {'),
  ...declarationsIn(':root:has(.cover-colors),\n.dark-cover {'),
])

/** Text or border, what it is on, and the least contrast. */
const pairs = [
  ...['canvas', 'surface'].map(background => ['ink', background, 7] as const),
  ['ink', 'sunken', 4.5],
  ...['muted', 'danger', 'warn', 'good', 'accent', 'accent-hover', 'gold-ink'].flatMap(text =>
    ['canvas', 'surface', 'sunken'].map(background => [text, background, 4.5] as const),
  ),
  ['danger', 'danger-soft', 4.5],
  ['good', 'good-soft', 4.5],
  ['canvas', 'ink', 7],
  ['canvas', 'ink-hover', 4.5],
  ['on-danger', 'danger', 4.5],
  ['on-gold', 'gold', 7],
  ['line-strong', 'canvas', 3],
  ['line-strong', 'surface', 3],
] as const

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** The least contrast of each pair on the pages of covers with these main colors. */
function leastContrasts(colors: Iterable<string>, theme: Theme) {
  const least = new Map<string, number>()
  const seen = new Set<string>()
  for (const color of colors) {
    const { [theme]: background, isDark } = backgroundsOf(color)
    if (seen.has(background)) continue
    seen.add(background)
    const colorOf = resolverOf(isDark ? 'dark' : theme, background)
    expect(colorOf('ink')).toBe(foregroundOn(background, isDark || theme === 'dark'))
    for (const [text, under] of pairs) {
      const name = `${text} on ${under}`
      const found = contrast(colorOf(text), colorOf(under))
      least.set(name, Math.min(least.get(name) ?? found, found))
    }
  }
  return least
}

function expectLegible(colors: Iterable<string>) {
  for (const theme of themes) {
    const least = leastContrasts(colors, theme)
    const tooLow = pairs.filter(([text, on, limit]) => (least.get(`${text} on ${on}`) ?? 0) < limit)
    expect(tooLow, theme + JSON.stringify([...least])).toEqual([])
  }
}

test('The stylesheet has the colors that mails, cards and other documents have', () => {
  for (const [name, [light, dark]] of Object.entries(colors)) {
    const value = light === dark ? light : `light-dark(${light}, ${dark})`
    expect(css).toContain(`  --${name}: ${value};\n`)
  }
})

test('On the background of every cover, everything is legible in both themes', () => {
  expectLegible(allColors())
})

test('On the backgrounds of random colors, everything is legible in both themes', () => {
  const digits = fc.stringMatching(/^[0-9a-f]{6}$/)
  fc.assert(
    fc.property(digits, color => expectLegible([color])),
    { numRuns: 500, examples: [['3d53b8']] },
  )
})

test('A dark cover has one dark background of its hue, a light one a light background in the light theme', () => {
  for (const color of allColors()) {
    const { l, c, h } = hexToLch(color)
    const { light, dark, isDark } = backgroundsOf(color)
    expect(isDark).toBe(l < 0.62)
    const background = hexToLch(light)
    if (isDark) {
      expect(dark).toBe(light)
      expect(background.l).toBeGreaterThan(0.19)
      expect(background.l).toBeLessThan(0.47)
      expect(background.c).toBeLessThan(0.205)
    } else {
      expect(background.l).toBeGreaterThan(0.72)
      expect(hexToLch(dark).l).toBeLessThan(0.31)
    }
    // On very dark or pale backgrounds, sRGB has little color to tell a hue by.
    if (c > 0.06 && background.c > 0.03) expect(Math.cos(background.h - h)).toBeGreaterThan(0.97)
  }
})

test('The backgrounds of gray covers are nearly black or nearly white', () => {
  const black = hexToLch('8a8a8a').l
  const white = hexToLch('e0e0e0').l
  for (let gray = 0; gray < 256; gray++) {
    const { l } = hexToLch(backgroundsOf(gray.toString(16).padStart(2, '0').repeat(3)).light)
    expect(l < black || l > white, String(gray)).toBe(true)
  }
  expect(backgroundsOf('000000').light).toBe('161616')
  expect(backgroundsOf('848484').light).toBe('2a2a2a')
  expect(backgroundsOf('ffffff').light).toBe('eeeeea')
})

test('Documents that do not load the stylesheet have the same colors', () => {
  const compact = (text: string) => text.replace(/\s+/g, '')
  const names = new Set(coverProperties('d6ff1e').match(/--[a-z-]+(?=:)/g))
  expect(names).toEqual(
    new Set(['--ground', '--surface', '--ink', '--sunken', '--line', '--muted', '--accent']),
  )
  for (const declaration of coverProperties('d6ff1e').split(';').slice(2)) {
    const [name = '', value] = declaration.slice(2).split(/:(.*)/s)
    expect(compact(declarations.get(name) ?? ''), name).toBe(compact(value ?? ''))
  }
  expect(coverProperties('1e3a6e')).toMatch(/^color-scheme:dark;--ground:#[0-9a-f]{6};/)
})

function allColors() {
  const found = new Set<string>()
  for (let h = 0; h < 2 * Math.PI; h += 0.15)
    for (let c = 0; c < 0.33; c += 0.04)
      for (let l = 0; l <= 1; l += 0.08) found.add(toHex({ l, c, h }))
  return found
}

function declarationsIn(rule: string): [name: string, value: string][] {
  const start = css.indexOf(rule) + rule.length
  return [...css.slice(start, css.indexOf('}', start)).matchAll(/--([a-z0-9-]+): ([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
}

/** Reads the values as a browser does, as far as they are written in theme.css; the innermost functions first. */
function resolverOf(theme: Theme, background: string) {
  const known = new Map([['ground', background]])
  const resolve = (name: string): string => {
    const value = known.get(name) ?? evaluate(declarations.get(name) ?? `no value of ${name}`)
    known.set(name, value)
    return value
  }
  const evaluate = (value: string): string => {
    const color = value
      .replace(/var\(--([a-z0-9-]+)\)/g, (_, name) => `#${resolve(name)}`)
      .replace(
        /color-mix\(in oklab, #(\w{6}) (\d+)%, #(\w{6})\)/g,
        (_, one, share, other) => `#${mix(one, Number(share) / 100, other)}`,
      )
      .replace(/light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)/, theme === 'light' ? '$1' : '$2')
    if (!/^#\w{6}$/.test(color)) throw new Error(`This is no color: ${color}`)
    return color.slice(1)
  }
  return resolve
}
