import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { processorTime } from '../../../tests/processor-time.ts'
import { parseReport } from './parse-report.ts'
import { openReportParser } from './report-parser.ts'

const parser = openReportParser()
afterAll(() => parser.close())

const sample = await readFile(
  new URL('../../../tests/samples/bounces/unknown-user.eml', import.meta.url),
)

test('A report is parsed in another thread as in this one', async () => {
  const report = await parser.parse(sample)
  expect(report?.events[0]?.kind).toBe('hard')
  expect(report).toEqual(parseReport(sample))
})

test('A mail that takes too long to parse is rejected, and the next one is parsed', async () => {
  const impatient = openReportParser({ timeoutMs: 0 })
  await expect(impatient.parse(sample)).rejects.toThrow()
  await impatient.close()
  expect((await parser.parse(sample))?.events).toHaveLength(1)
})

const partsOf = (count: number, text: string, boundary = 'b') =>
  [
    `Content-Type: multipart/report; boundary="${boundary}"`,
    '',
    ...Array.from({ length: count }, () => `--${boundary}\nContent-Type: text/plain\n\n${text}`),
    `--${boundary}--`,
  ].join('\n')

test.each([
  ['parts of line ends', partsOf(10, `x${'\n'.repeat(20_000)}x`)],
  ['parts of punctuation', partsOf(50, `x${'-'.repeat(19_000)}x`)],
  ['a boundary of 40,000 characters', partsOf(14, 'x', 'b'.repeat(40_000))],
  [
    'a boundary that almost occurs',
    partsOf(1, `\n--${'b'.repeat(69)}x`.repeat(10_000), 'b'.repeat(70)),
  ],
  ['many parts', partsOf(20_000, 'x')],
  ['a long field', `Subject: ${'x: '.repeat(300_000)}\n\nx`],
  ['folded fields', `Subject: x\n${' x\n'.repeat(300_000)}\nx`],
  ['angle brackets', partsOf(40, '<'.repeat(20_000))],
  ['addresses that almost are', partsOf(40, 'a@'.repeat(10_000))],
])('A mail with %s takes less than a second of processor time', (_, mail) => {
  expect(processorTime(() => parseReport(Buffer.from(mail)))).toBeLessThan(1_000)
})
