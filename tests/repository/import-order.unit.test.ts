import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** A folder imports from the floors below its own, and nothing from its neighbours on the same floor. */
const floors = [
  ['app'],
  ['server'],
  ['web', 'operations'],
  ['admin', 'archive', 'charts', 'feed', 'landing', 'settings', 'syndication'],
  ['drops', 'profiles'],
  ['delivery', 'discovery', 'shelf'],
  ['returned-songs'],
  ['follows'],
  ['share-cards'],
  ['tracks'],
  ['player'],
  ['members', 'push'],
  ['mail', 'site', 'spotify'],
  ['ui'],
  ['platform'],
  ['contract'],
]

test('Slices import in one direction only', async () => {
  const wrong: string[] = []
  for await (const file of glob('src/**/*.{ts,tsx}')) {
    if (floorOf(sliceOf(file)) < 0) wrong.push(`${file} has no floor`)
    if (/\.test\.tsx?$/.test(file)) continue
    for (const target of importsOf(file, await readFile(file, 'utf8'))) {
      if (!target.startsWith('src/')) continue
      if (!mayImport(sliceOf(file), sliceOf(target))) wrong.push(`${file} imports ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

test('A folder has at most 25 files', async () => {
  const counts = new Map<string, number>()
  for await (const file of glob('{src,tests,scripts,bench}/**/*.*')) {
    const folder = dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect([...counts].filter(([, count]) => count > 25)).toEqual([])
})

const mayImport = (from: string, to: string) => from === to || floorOf(from) < floorOf(to)

const floorOf = (slice: string) => floors.findIndex(floor => floor.includes(slice))

const sliceOf = (file: string) => file.split('/')[1] ?? ''

function importsOf(file: string, source: string): string[] {
  const specifiers = source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return [...specifiers].map(([, path]) => normalize(join(dirname(file), path ?? '')))
}
