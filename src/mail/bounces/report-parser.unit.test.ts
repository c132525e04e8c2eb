import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
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
