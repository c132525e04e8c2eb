import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test.each([
  ['plain@mail.test', 'plain@mail.test'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@ana', "'@ana"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
  [null, ''],
  [-1, '-1'],
])('The value %j is the cell %j, which no spreadsheet runs', (value, expected) => {
  expect(csvRow([value])).toBe(`${expected}\r\n`)
})
