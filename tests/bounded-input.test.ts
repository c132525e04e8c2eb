import { expect, test } from 'vitest'
import * as z from 'zod'
import { archiveDataSchema } from '../src/archive/archive-data.schemas.ts'
import type { Endpoint } from '../src/platform/http/endpoint.shared.ts'
import { registeredCalls } from '../src/platform/http/http.ts'
import { openTestApp } from './test-app.ts'

type JsonSchema = { [key: string]: unknown }

const app = await openTestApp()

/** Places in a schema where a value may have any length. */
function unboundedIn(schema: z.core.$ZodType, name: string): string[] {
  return (['input', 'output'] as const).flatMap(io => {
    const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    return walk(described as JsonSchema, name)
  })
}

function walk(schema: JsonSchema, place: string): string[] {
  const found: string[] = []
  if (schema.type === 'array' && schema.maxItems === undefined && !schema.prefixItems)
    found.push(place)
  const isText = schema.type === 'string' && !schema.enum && schema.const === undefined
  if (isText && schema.maxLength === undefined && !isBounded(schema.pattern)) found.push(place)
  for (const [key, value] of Object.entries(schema)) {
    const parts = Array.isArray(value) ? value : [value]
    for (const part of parts)
      if (typeof part === 'object' && part !== null)
        found.push(...walk(part as JsonSchema, `${place}.${key}`))
  }
  return found
}

/** Whether a pattern has no part that repeats without end. */
const isBounded = (pattern: unknown) =>
  typeof pattern === 'string' && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern)

/** Whether a call takes a mailed token, in its body or its query. */
const takesToken = ({ body, query }: Endpoint) =>
  [body, query].some(
    schema => schema instanceof z.core.$ZodObject && 'token' in schema._zod.def.shape,
  )

test('Every call that takes a mailed token has rate limits', () => {
  const calls = registeredCalls(app.hono).flatMap(({ endpoint }) =>
    takesToken(endpoint) ? [endpoint] : [],
  )
  expect(calls.length).toBeGreaterThan(8)
  expect(calls.filter(({ limits }) => !limits?.length).map(({ route }) => route)).toEqual([])
})

// The URL of a request has at most 16 kB with its header, which Node limits.
test('Every text and list of a body or an archive has a maximum', () => {
  const unbounded = registeredCalls(app.hono).flatMap(({ endpoint }) =>
    endpoint.body && !endpoint.bodyType ? unboundedIn(endpoint.body, endpoint.route) : [],
  )
  expect(new Set(unbounded)).toEqual(new Set())
  expect(new Set(unboundedIn(archiveDataSchema(new Date()), 'archive'))).toEqual(new Set())
})
