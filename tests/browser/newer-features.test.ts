import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { newerFeatures } from './newer-features.ts'

/** Names of newer features that mean something else in the built files, mostly properties of objects. */
const otherThings =
  'actions animation badge char command delay icon iserror locale login manifest notification scroll() silent tag toarray variant when'
/** Names that React uses where they are known. */
const usedByReact =
  'capture capturestacktrace connection cssfloat displayname isvisible profiler scrollend stacktracelimit'
const ignored = `${otherThings} ${usedByReact}`.split(' ')

test('docs/browsers.md says where each newer feature of the built files is missing', () => {
  const found = newerFeatures()
  const rows = readFileSync('docs/browsers.md', 'utf8')
    .split('\n')
    .flatMap(line => {
      const [, feature = '', missing = ''] = line.split('|').map(cell => cell.trim())
      return [...feature.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [
        name.toLowerCase(),
        missing,
      ])
    })
  const expected = [...found].filter(([name]) => !ignored.includes(name))
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected))
  expect(ignored.filter(name => !found.has(name))).toEqual([])
})
