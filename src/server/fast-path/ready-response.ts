import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  acceptedEncoding,
  compress,
  type Encoding,
  preferredEncodings,
} from '../../platform/http/content-encoding.ts'

export type ReadyResponse = {
  status: number
  /** Names and values in turn, without those that depend on the encoding. */
  headers: string[]
  revalidation: string[]
  /** Strong validator without quotes; each encoding adds its name. */
  etag: string
  body: Buffer<ArrayBuffer>
  encodings: readonly Encoding[]
  variants: Map<Encoding, Variant>
}

type Variant = { headers: string[]; body: Buffer }

/** Headers that a 304 repeats, because they tell a cache what to do with the response it has. */
const revalidationHeaders = new Set(['cache-control', 'vary'])

/** `compressed` are bodies that were compressed ahead of time, and are preferred. */
export function readyResponse(
  status: number,
  headers: Iterable<[string, string]>,
  body: Buffer<ArrayBuffer>,
  compressed: Partial<Record<Encoding, Buffer>> = {},
): ReadyResponse {
  const kept = [...headers].filter(([name]) => name !== 'content-length' && name !== 'etag')
  const ready: ReadyResponse = {
    status,
    headers: kept.flat(),
    revalidation: kept.filter(([name]) => revalidationHeaders.has(name)).flat(),
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    body,
    encodings: [...(Object.keys(compressed) as Encoding[]), ...preferredEncodings],
    variants: new Map(),
  }
  for (const [encoding, bytes] of Object.entries({ ...compressed, identity: body }))
    ready.variants.set(encoding as Encoding, variantOf(ready, encoding as Encoding, bytes))
  return ready
}

export function sendReady(
  ready: ReadyResponse,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const encoding = acceptedEncoding(request.headers['accept-encoding'], ready.encodings)
  const known = request.headers['if-none-match']
  if (ready.status === 200 && known?.includes(`"${ready.etag}`)) {
    response.writeHead(304, [...ready.revalidation, 'etag', `"${ready.etag}-${encoding}"`])
    return response.end()
  }
  const variant = ready.variants.get(encoding) ?? addVariant(ready, encoding)
  response.writeHead(ready.status, variant.headers)
  return response.end(request.method === 'HEAD' ? undefined : variant.body)
}

function addVariant(ready: ReadyResponse, encoding: Encoding): Variant {
  const variant = variantOf(ready, encoding, compress[encoding](ready.body))
  ready.variants.set(encoding, variant)
  return variant
}

function variantOf(ready: ReadyResponse, encoding: Encoding, body: Buffer): Variant {
  const headers = [
    ...ready.headers,
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...['content-length', String(body.length), 'etag', `"${ready.etag}-${encoding}"`],
  ]
  return { headers, body }
}
