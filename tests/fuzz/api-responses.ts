import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import * as z from 'zod'
import type { ApiDocument } from '../../src/app/api-docs/api-document.ts'
import type { JsonSchema, Operation } from '../../src/app/api-docs/describe-call.ts'

/** Every failure that the contract knows. */
const failures = [400, 401, 403, 404, 409, 413, 415, 429]

/** Returns a function that compares a response with the API document and throws where they differ. */
export function openDocument({ components }: Pick<ApiDocument, 'components'>) {
  const schemas = new WeakMap<JsonSchema, z.ZodType>()

  return async function expectDocumented(operation: Operation, response: Response) {
    const { status } = response
    const text = await textOf(response)
    const said = `${status} ${text.slice(0, 300)}`
    const answer = operation.responses[status] ?? operation.responses.default
    const isExpected = operation.responses[status] || failures.includes(status)
    if (!answer || !isExpected) {
      throw new Error(`This status is not documented: ${said}`)
    }
    const [contentType = ''] = Object.keys(answer.content ?? {})
    if (contentType && contentType !== 'application/json') {
      expect(response.headers.get('content-type'), said).toContain(contentType)
      return
    }
    const schema = answer.content?.['application/json']?.schema
    if (!schema) {
      expect(text, said).toBe('')
      return
    }
    expect(response.headers.get('content-type'), said).toMatch(/^application\/json/)
    const read = readerOf(schema).safeParse(JSON.parse(text))
    expect(read.error?.issues, said).toBeUndefined()
    if (status === 429) expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  }

  function readerOf(schema: JsonSchema): z.ZodType {
    const known = schemas.get(schema)
    if (known) return known
    const name = String(schema.$ref ?? '').replace('#/components/schemas/', '')
    const reader = z.fromJSONSchema(
      (components.schemas[name] ?? schema) as z.core.JSONSchema.JSONSchema,
    )
    schemas.set(schema, reader)
    return reader
  }
}

/** A request that takes this long hangs, even on a machine with much else to do. */
const timeoutMs = 10_000

export async function withTimeout<T>(work: T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response in ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Zstandard is the only encoding that a fuzzed header asks for. */
async function textOf(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer())
  const isCompressed = response.headers.get('content-encoding') === 'zstd'
  return String(isCompressed ? zstdDecompressSync(body) : body)
}
