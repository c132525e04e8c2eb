import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { openInboundParser } from './inbound-parser.ts'

// The limit of a report begins before its thread has started, which takes seconds on a busy machine.
const parser = openInboundParser({ timeoutMs: 60_000 })
afterAll(() => parser.close())

const sample = await readFile(
  new URL('../../../tests/samples/bounces/unknown-user.eml', import.meta.url),
)

test('A mail that takes too long to parse is rejected, and the next one is parsed', async () => {
  const impatient = openInboundParser({ timeoutMs: 0 })
  await expect(impatient.parse(sample)).rejects.toThrow()
  await impatient.close()
  expect((await parser.parse(sample)).report?.events).toHaveLength(1)
})
