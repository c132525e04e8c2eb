import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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

function hasTest(file: string, name: string): boolean {
  const pattern = name
    .split(/\{\w+\}/)
    .map(RegExp.escape)
    .join('[^\'"`]+')
  return new RegExp(pattern).test(readFileSync(file, 'utf8').replaceAll("\\'", "'"))
}
