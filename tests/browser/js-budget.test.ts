import { readFileSync, statSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { publicScreens } from './public-screens.ts'

type Chunk = { file: string; imports?: string[] }

for (const page of publicScreens) {
  test(`${page} loads at most 100 kB of script at first, and no schemas`, () => {
    const files = firstLoad(page)
    expect(kilobytesServed(files)).toBeLessThanOrEqual(100)
    expect(files.filter(file => readFileSync(file, 'utf8').includes('ZodMini'))).toEqual([])
  })
}

test('A member’s list loads at most 150 kB of script at first', () => {
  const files = firstLoad('drops/screens/home-screen')
  expect(kilobytesServed(files)).toBeLessThanOrEqual(150)
})

/** The entry, the screen and everything that these import before they run. */
function firstLoad(module: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync('dist/browser/manifest.json', 'utf8'),
  )
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const each of ['web/pages/browser', module]) add(`src/${each}.tsx`)
  return [...files].map(file => `dist/browser/${file}`)
}

/** The build writes the Brotli form of each file, which is what browsers are sent. */
const kilobytesServed = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(`${file}.br`).size, 0) / 1000
