import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Renderer } from '@takumi-rs/core'

/** Font families in the order in which they are tried for a character; titles come in every script. */
export const fonts = {
  display: 'Anybody',
  text: 'Noto Sans',
}
const packages: [family: string, name: string][] = [
  [fonts.display, 'anybody'],
  [fonts.text, 'noto-sans'],
  ['Noto Sans JP', 'noto-sans-jp'],
  ['Noto Sans KR', 'noto-sans-kr'],
  ['Noto Sans Arabic', 'noto-sans-arabic'],
  ['Noto Sans Hebrew', 'noto-sans-hebrew'],
  ['Noto Sans Thai', 'noto-sans-thai'],
  ['Noto Emoji', 'noto-emoji'],
]
const families = packages.map(([family]) => family)

export const fontStack = (first: string) =>
  [first, ...families.filter(family => family !== first)].join(', ')

type Subset = { family: string; file: string; ranges: [number, number][] }

/** Registers the subsets of fonts that a text needs and the renderer does not have: there are 280, of 12 MB. */
export function createFontLoader(renderer: Pick<Renderer, 'registerFont'>) {
  const registered = new Set<Subset>()
  let subsets: Subset[] | undefined
  return async (text: string) => {
    subsets ??= (
      await Promise.all(packages.map(([family, name]) => listSubsets(family, name)))
    ).flat()
    const characters = new Set([...text].map(character => character.codePointAt(0) ?? 0))
    for (const subset of subsets) {
      if (registered.has(subset) || !covers(subset, characters)) continue
      await register(renderer, subset)
      registered.add(subset)
    }
  }
}

async function register(
  renderer: Pick<Renderer, 'registerFont'>,
  { family, file, ranges }: Subset,
) {
  const data = await readFile(file)
  await renderer.registerFont({ name: family, data, unicodeRange: ranges })
}

const covers = ({ ranges }: Subset, characters: Set<number>) =>
  ranges.some(([from, to]) => {
    for (const character of characters) if (character >= from && character <= to) return true
    return false
  })

/** The packages list their subsets with the characters in each: `{ "latin": "U+0-FF,U+131", "[0]": … }`. */
async function listSubsets(family: string, name: string): Promise<Subset[]> {
  const { resolve } = createRequire(import.meta.url)
  const list = resolve(`@fontsource-variable/${name}/unicode.json`)
  const subsets: Record<string, string> = JSON.parse(await readFile(list, 'utf8'))
  return Object.entries(subsets).map(([subset, ranges]) => ({
    family,
    file: join(dirname(list), 'files', `${name}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(readRange),
  }))
}

function readRange(range: string): [number, number] {
  const [from = '', to = from] = range.trim().replace('U+', '').split('-')
  return [
    Number.parseInt(from.replaceAll('?', '0'), 16),
    Number.parseInt(to.replaceAll('?', 'f'), 16),
  ]
}
