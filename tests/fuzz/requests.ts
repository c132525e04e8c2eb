import * as fc from 'fast-check'
import * as z from 'zod'
import { type Endpoint, splitRoute } from '../../src/platform/http/endpoint.shared.ts'
import {
  contentType,
  encode,
  hostileBody,
  hostileHeaders,
  hostileJson,
  hostileText,
  pathSegment,
  search,
} from './hostile.ts'

export type Sent = {
  method: string
  /** The URL from the slash on, with the search. */
  address: string
  headers: [string, string][]
  body?: string | Uint8Array<ArrayBuffer>
  /** 70 kB of space behind the body, or 60,000 open brackets; apart from `body`, so that what failed can be read. */
  huge?: 'space' | 'depth'
}

/** What is sent as a request; `own` are the headers of whoever sends it. */
export function requestFrom(sent: Sent, own: Record<string, string>): Request {
  const { method, address, headers, body, huge } = sent
  const all = new Headers(own)
  for (const [name, value] of headers) all.append(name, value)
  return new Request(`http://radr.test${address}`, {
    method,
    headers: all,
    ...(body !== undefined && { body }),
    ...(huge && { body: huge === 'space' ? `${body}${' '.repeat(70_000)}` : '['.repeat(60_000) }),
  })
}

/** Values under names of parameters or members of a body, with which calls succeed. */
export type Known = Record<string, fc.Arbitrary<unknown>>

/** A call as it is registered, or the form that mail programs send (RFC 8058). */
export type FuzzedCall = Endpoint & { isForm?: true }

type JsonSchema = Record<string, unknown>

export const jsonSchemaOf = (schema: Endpoint['body'], io: 'input' | 'output'): JsonSchema =>
  schema ? z.toJSONSchema(schema, { io, unrepresentable: 'any' }) : {}

/** Requests of one call, from well-formed to hostile. */
export function requestsOf(call: FuzzedCall, known: Known): fc.Arbitrary<Sent> {
  const { method, path } = splitRoute(call.route)
  const { isForm, bodyType } = call
  return fc
    .record({
      segments: fc.tuple(...membersOf(call.params).map(each => segmentOf(...each, known))),
      pairs: fc.tuple(...membersOf(call.query).map(each => pairOf(...each, known))),
      extra: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, extraPairs),
      type:
        isForm || bodyType ? mostly(fc.constant(bodyType ?? formType), contentType) : contentType,
      headers: hostileHeaders,
      body: isForm
        ? mostly(fc.constant('List-Unsubscribe=One-Click'), hostileBody)
        : call.body && !bodyType
          ? bodyOf(call.body, known)
          : fc.option(hostileBody, { nil: undefined, freq: 4 }),
      huge: fc.oneof(
        { weight: 20, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('space' as const, 'depth' as const) },
      ),
    })
    .map(({ segments, pairs, extra, type, headers, body, huge }) => ({
      method,
      address: fill(path, segments) + search([...pairs.flat(), ...extra]),
      headers: type === null || method === 'GET' ? headers : [...headers, ['content-type', type]],
      ...(method !== 'GET' && body !== undefined && { body }),
      ...(method !== 'GET' && huge && { huge }),
    }))
}

const formType = 'application/x-www-form-urlencoded'

/** What such a value looks like in three of four cases; else anything. */
const mostly = <T>(good: fc.Arbitrary<T>, hostile: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: hostile })

function membersOf(schema: Endpoint['body']): [string, JsonSchema][] {
  const { properties = {} } = jsonSchemaOf(schema, 'input')
  return Object.entries(properties as Record<string, JsonSchema>)
}

function segmentOf(name: string, schema: JsonSchema, known: Known) {
  const good = fitting(`:${name}`, schema, known).map(value => encode(String(value)))
  return mostly(good, pathSegment(hostileText))
}

const fill = (path: string, segments: string[]) => {
  let next = 0
  return path.replace(/:\w+/g, () => segments[next++] ?? '')
}

/** A parameter of the search is there or not, or twice. */
function pairOf(name: string, schema: JsonSchema, known: Known) {
  const value = mostly(fitting(name, schema, known).map(String), hostileText)
  return fc
    .array(value, { maxLength: 2 })
    .map(values => values.map((value): [string, string] => [name, value]))
}

const extraPairs = fc.array(fc.tuple(hostileText, hostileText), { maxLength: 3 })

/** Text of a body whose members are right, missing, of another kind, doubled or unknown. */
function bodyOf(schema: Endpoint['body'], known: Known) {
  const members = membersOf(schema).map(([name, value]) => {
    const good = fitting(name, value, known).map(value => JSON.stringify(value))
    return mostly(good, hostileJson).map((text): [string, string] => [name, text])
  })
  const extra = fc.array(fc.tuple(hostileText, hostileJson), { maxLength: 2 })
  const whole = fc.tuple(...members)
  const object = fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 1, arbitrary: whole.chain(entries => fc.subarray(entries)) },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, extra).map(([entries, more]) => [...entries, ...more]),
    },
  )
  return fc.oneof(
    { weight: 5, arbitrary: object.map(textOf) },
    { weight: 1, arbitrary: hostileBody },
    { weight: 1, arbitrary: cutOff(object.map(textOf)) },
  )
}

const textOf = (entries: [string, string][]) =>
  `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`

const cutOff = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([text, at]) => text.slice(0, Math.floor(text.length * at)))

/** Values that a schema allows, as far as our schemas go. */
function fitting(name: string, schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if (known[name]) return known[name]
  const { type, enum: choices, pattern, anyOf } = schema
  if (Array.isArray(choices)) return fc.constantFrom(...choices)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(each => fitting(name, each, known)))
  switch (type) {
    case 'string':
      return pattern ? fc.stringMatching(new RegExp(String(pattern))) : fc.string({ maxLength: 40 })
    case 'integer':
      return fc.integer({
        min: Number(schema.minimum ?? 0),
        max: Math.min(Number(schema.maximum ?? 1e9), 2_147_483_647),
      })
    case 'number':
      return fc.double({ noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fitting('', (schema.items ?? {}) as JsonSchema, known), { maxLength: 9 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(
            ([member, value]) => [member, fitting(member, value, known)],
          ),
        ),
      )
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}
