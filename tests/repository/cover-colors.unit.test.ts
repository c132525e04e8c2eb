import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groundsOf } from '../../src/spotify/covers/cover-tone.ts'
import { coverProperties } from '../../src/ui/theme/colors.ts'
import { contrast, mix } from '../../src/ui/theme/oklab.ts'

const css = readFileSync('src/ui/theme/theme.css', 'utf8')
const declarations = new Map([
  ...declarationsIn(':root,\n.dark-block {'),
  ...declarationsIn(':root:has(.cover-colors) {'),
])

/** Text or border, what it is on, and the least contrast. */
const pairs = [
  ...['canvas', 'surface'].map(ground => ['ink', ground, 7] as const),
  ['ink', 'sunken', 4.5],
  ...['muted', 'danger', 'warn', 'good', 'accent', 'accent-hover', 'gold-ink'].flatMap(text =>
    ['canvas', 'surface', 'sunken'].map(ground => [text, ground, 4.5] as const),
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

test.each(['light', 'dark'] as const)(
  'On the ground of every cover, everything is legible in the %s theme',
  theme => {
    const least = new Map<string, number>()
    for (const ground of allGrounds(theme)) {
      const colorOf = resolverOf(theme, ground)
      for (const [text, under] of pairs) {
        const name = `${text} on ${under}`
        const found = contrast(colorOf(text), colorOf(under))
        least.set(name, Math.min(least.get(name) ?? found, found))
      }
    }
    const tooLow = pairs.filter(([text, on, limit]) => (least.get(`${text} on ${on}`) ?? 0) < limit)
    expect(tooLow, JSON.stringify([...least])).toEqual([])
  },
)

test('Documents that do not load the stylesheet have the same colors', () => {
  const compact = (text: string) => text.replace(/\s+/g, '')
  for (const declaration of coverProperties('94b6f40f254f').split(';').slice(2)) {
    const [name = '', value] = declaration.slice(2).split(/:(.*)/s)
    expect(compact(declarations.get(name) ?? ''), name).toBe(compact(value ?? ''))
  }
})

function allGrounds(theme: 'light' | 'dark') {
  const grounds = new Set<string>()
  for (let h = 0; h < 2 * Math.PI; h += 0.15)
    for (let c = 0; c < 0.33; c += 0.04)
      for (let l = 0; l <= 1; l += 0.1) {
        const tone = groundsOf({ l, c, h })
        grounds.add(theme === 'light' ? tone.slice(0, 6) : tone.slice(6))
      }
  return grounds
}

function declarationsIn(rule: string): [name: string, value: string][] {
  const start = css.indexOf(rule) + rule.length
  return [...css.slice(start, css.indexOf('}', start)).matchAll(/--([a-z0-9-]+): ([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
}

/** Reads the values as a browser does, as far as they are written in theme.css; the innermost functions first. */
function resolverOf(theme: 'light' | 'dark', ground: string) {
  const known = new Map([['ground', ground]])
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
