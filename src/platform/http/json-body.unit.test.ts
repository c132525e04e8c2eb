import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorTime } from '../../../tests/processes/processor-time.ts'
import { randomRuns } from '../../../tests/random-runs.ts'
import { hasManyValues, hasNul } from './json-body.ts'

test('Only what is outside of strings counts, whatever the strings hold', () => {
  const text = fc.string({
    unit: fc.constantFrom('"', '\\', ',', '[', 'a', '\0'),
    maxLength: 3_000,
  })
  const few = fc.property(fc.array(text, { maxLength: 9 }), texts => {
    expect(hasManyValues(JSON.stringify({ texts }))).toBe(false)
  })
  fc.assert(few, { numRuns: randomRuns(300) })
  const many = fc.property(text, fc.constantFrom('0', '""', '[]', '{}'), (long, value) => {
    const values = Array<string>(1_100).fill(value).join(',')
    expect(hasManyValues(`{"a":${JSON.stringify(long)},"x":[${values}]}`)).toBe(true)
  })
  fc.assert(many, { numRuns: randomRuns(300) })
})

test('A text of several megabytes is searched in linear time', () => {
  for (const part of ['\\', '\\"', 'a', '"', '",', '"\\\\"'])
    expect(
      processorTime(() => hasManyValues(`"${part.repeat(3_000_000)}`)),
      part,
    ).toBeLessThan(400)
})

test('U+0000 is found in texts and names at any depth', () => {
  let deep: unknown = 'a\0'
  for (let depth = 0; depth < 20_000; depth++) deep = [deep]
  for (const value of [deep, { a: { 'b\0': 1 } }, ['\0']]) expect(hasNul(value)).toBe(true)
  expect(hasNul({ a: ['\\u0000', 1, null] })).toBe(false)
})
