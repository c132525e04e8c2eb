import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Each folder may import those to its right, and the three at the end everywhere. */
const order = [
  'app',
  'server',
  'web',
  'operations',
  'admin',
  'charts',
  'landing',
  'settings',
  'syndication',
  'archive',
  'profiles',
  'feed',
  'discovery',
  'drops',
  'delivery',
  'follows',
  'share-cards',
  'tracks',
  'members',
  'spotify',
  'push',
  'mail',
  'site',
  'platform',
  'ui',
  'contract',
]

test('Slices import in one direction only', async () => {
  const wrong: string[] = []
  for await (const file of glob('src/**/*.{ts,tsx}')) {
    if (!order.includes(sliceOf(file))) wrong.push(`${file} has no place in the order`)
    if (/\.test\.tsx?$/.test(file)) continue
    for (const target of importsOf(file, await readFile(file, 'utf8'))) {
      if (!target.startsWith('src/')) continue
      if (!mayImport(sliceOf(file), sliceOf(target))) wrong.push(`${file} imports ${target}`)
    }
  }
  expect(wrong).toEqual([])
})

function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (to === 'contract') return true
  if (from === 'platform') return false
  if (from === 'ui') return to === 'platform'
  return order.indexOf(from) < order.indexOf(to)
}

const sliceOf = (file: string) => file.split('/')[1] ?? ''

function importsOf(file: string, source: string): string[] {
  const specifiers = source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return [...specifiers].map(([, path]) => normalize(join(dirname(file), path ?? '')))
}
