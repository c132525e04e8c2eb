import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import * as z from 'zod'
import { failureCodes } from '../../src/contract/failure-codes.shared.ts'
import { type FuzzedCall, jsonSchemaOf } from './requests.ts'

const schemas = new WeakMap<FuzzedCall, z.ZodType>()

/** Throws where a response differs from what the schema of the call and the list of failures say. */
export async function expectKnown(call: FuzzedCall, response: Response) {
  const { status } = response
  const text = await textOf(response)
  const said = `${status} ${text.slice(0, 300)}`
  const redirectStatus = call.route.startsWith('GET ') ? 301 : 308
  if (status === redirectStatus && call.route.includes('/:username')) {
    expect(text, said).toBe('')
    return
  }
  if (status >= 400) return expectFailure(call, response, text, said)
  const successes = call.response ? [call.status ?? 200, call.orStatus] : [204]
  expect(successes, said).toContain(status)
  if (!call.response) {
    expect(text, said).toBe('')
  } else if (call.contentType) {
    expect(response.headers.get('content-type'), said).toContain(call.contentType)
  } else {
    expect(response.headers.get('content-type'), said).toMatch(/^application\/json/)
    expect(readerOf(call).safeParse(JSON.parse(text)).error?.issues, said).toBeUndefined()
  }
}

/** A server's own failure is none that a request may cause; one is a format that the call does not have. */
const isCausedByRequest = (code: string, status: number) =>
  (status < 500 && status !== 414) || code === 'unsupported_format'

function expectFailure({ access }: FuzzedCall, response: Response, text: string, said: string) {
  expect(response.headers.get('content-type'), said).toMatch(/^application\/json/)
  const failure = z.object({ message: z.string(), code: z.string() }).parse(JSON.parse(text))
  const status = new Map<string, number>(Object.entries(failureCodes)).get(failure.code)
  expect(status, said).toBe(response.status)
  expect(isCausedByRequest(failure.code, response.status), said).toBe(true)
  if (access === 'anyone') expect(failure.code, said).not.toBe('not_signed_in')
  if (access === 'anyone' || access === 'member') expect(failure.code, said).not.toBe('forbidden')
  if (response.status === 429) expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
}

/** Unlike the schema it refuses members that the schema does not name. */
function readerOf(call: FuzzedCall): z.ZodType {
  const known = schemas.get(call)
  if (known) return known
  const reader = z.fromJSONSchema(
    jsonSchemaOf(call.response, 'output') as z.core.JSONSchema.JSONSchema,
  )
  schemas.set(call, reader)
  return reader
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
