import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

type Chunk = { file: string; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync('dist/browser/manifest.json', 'utf8'),
)

const publicPages = [
  'landing/screens/landing-screen',
  'landing/screens/not-found-screen',
  'members/screens/login-screen',
  'members/screens/reset-password-screen',
  'charts/screens/charts-screen',
  'profiles/screens/profile-screen',
  'drops/screens/drop-screen',
  'drops/screens/history-screen',
  'follows/screens/confirm-follow-screen',
  'follows/screens/unsubscribe-screen',
]

test.each(publicPages)('%s loads at most 90 kB of script at first', page => {
  expect(firstLoad(page)).toBeLessThanOrEqual(90)
})

test('A member’s list loads at most 125 kB of script at first', () => {
  expect(firstLoad('drops/screens/home-screen', 'app/member-frame')).toBeLessThanOrEqual(125)
})

/** Kilobytes, packed, of the entry, the screen and everything that these import before they run. */
function firstLoad(...modules: string[]): number {
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const each of ['app/browser', ...modules]) add(`src/${each}.tsx`)
  const sizes = [...files].map(file => gzipSync(readFileSync(`dist/browser/${file}`)).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
