import { expect, test } from 'vitest'
import { cell } from './followers-csv.ts'

test.each([
  ['plain@mail.test', 'plain@mail.test'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@ana', "'@ana"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('The text %j is the cell %j, which no spreadsheet runs', (text, expected) => {
  expect(cell(text)).toBe(expected)
})
