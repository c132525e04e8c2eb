import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { supportedBrowsers } from '../../scripts/supported-browsers.ts'

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
const folders = '(?:src|tests|scripts|bench|docs|migrations|public)'

test.each(documents)('Every file that %s names exists', document => {
  const paths = readFileSync(document, 'utf8').matchAll(
    new RegExp(`\`(${folders}/[\\w./-]+)\``, 'g'),
  )
  expect([...paths].map(([, path = '']) => path).filter(path => !existsSync(path))).toEqual([])
})

test('Every test that docs/spec-coverage.md names exists', () => {
  // `file` › name, up to the end of the cell or line; `{…}` in a name is a value.
  const references = /`([^`]+\.test\.ts)` › (.+?) *(?=<br>|\|)/g
  const names = [...readFileSync('docs/spec-coverage.md', 'utf8').matchAll(references)]
  expect(names.length).toBeGreaterThan(150)
  const missing = names.filter(([, file = '', name = '']) => !hasTest(file, name))
  expect(missing.map(([text]) => text)).toEqual([])
})

test('The words that a row of docs/spec-coverage.md quotes occur in its tests', () => {
  const missing = readFileSync('docs/spec-coverage.md', 'utf8')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .flatMap(line => {
      const [, says = '', shownBy = ''] = line.split('|')
      const files = [...shownBy.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file = '']) => file)
      const tests = files.map(file => plain(readFileSync(file, 'utf8'))).join('\n')
      const quoted = files.length > 0 ? says.matchAll(/"([^"]+)"/g) : []
      return [...quoted].flatMap(([, words = '']) => (patternOf(words).test(tests) ? [] : [words]))
    })
  expect(missing).toEqual([])
})

/** Matches words in a string or a regular expression; `{…}` is a value, and `…` a part that is left out. */
const patternOf = (words: string) =>
  new RegExp(
    plain(words)
      .split(/\{[^}]+\}|…|\.{3}/)
      .map(part => RegExp.escape(part.trim()))
      .join('[^]{0,60}?'),
  )

const plain = (text: string) => text.replaceAll('\\', '').replaceAll('’', "'").replace(/\s+/g, ' ')

function hasTest(file: string, name: string): boolean {
  const pattern = name
    .split(/\{\w+\}/)
    .map(RegExp.escape)
    .join('[^\'"`]+')
  return new RegExp(pattern).test(readFileSync(file, 'utf8').replaceAll("\\'", "'"))
}

test('docs/browsers.md has the versions that the build supports', () => {
  const { chrome, edge, firefox, safari } = supportedBrowsers
  const text = readFileSync('docs/browsers.md', 'utf8').replace(/\s+/g, ' ')
  expect(edge).toBe(chrome)
  expect(text).toContain(
    `Chrome and Edge from ${chrome}, Firefox from ${firefox}, Safari from ${safari},`,
  )
})
