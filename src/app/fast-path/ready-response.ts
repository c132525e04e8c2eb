import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompressSync, gzip } from 'node:zlib'
import { acceptedEncoding, brotliForMany, type Encoding } from '../../platform/content-encoding.ts'

/** A response whose headers and compressed bodies are made once and sent many times. */
export type ReadyResponse = {
  status: number
  /** Names and values in turn, without those that depend on the encoding. */
  headers: string[]
  /** Those of a 304. */
  revalidation: string[]
  /** Strong validator without quotes; each encoding adds its name. */
  etag: string
  body: Buffer
  /** A promise while it is compressed, so that requests at the same time share it. */
  variants: Map<Encoding, Variant | Promise<Variant>>
  /** Called when there is a further variant. */
  onGrowth: () => void
}

type Variant = { headers: string[]; body: Buffer }

/** Headers that a 304 repeats, because they tell a cache what to do with the response it has. */
const revalidationHeaders = new Set(['cache-control', 'vary'])

/** `compressed` are bodies that were compressed ahead of time. */
export function readyResponse(
  status: number,
  headers: Iterable<[string, string]>,
  body: Buffer,
  compressed: Partial<Record<Encoding, Buffer>> = {},
  onGrowth = () => {},
): ReadyResponse {
  const kept = [...headers].filter(([name]) => name !== 'content-length' && name !== 'etag')
  const ready: ReadyResponse = {
    status,
    headers: kept.flat(),
    revalidation: kept.filter(([name]) => revalidationHeaders.has(name)).flat(),
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    body,
    variants: new Map(),
    onGrowth,
  }
  for (const [encoding, bytes] of Object.entries({ ...compressed, identity: body }))
    ready.variants.set(encoding as Encoding, variantOf(ready, encoding as Encoding, bytes))
  return ready
}

/** Sends it in the encoding that the client prefers, or a 304 when the client has it. */
export async function sendReady(
  ready: ReadyResponse,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (request.headers['if-none-match']?.includes(`"${ready.etag}`)) {
    response.writeHead(304, [...ready.revalidation, 'etag', `"${ready.etag}-${encoding}"`])
    return response.end()
  }
  const variant = await (ready.variants.get(encoding) ?? addVariant(ready, encoding))
  response.writeHead(ready.status, variant.headers)
  return response.end(request.method === 'HEAD' ? undefined : variant.body)
}

/** Bytes that it holds in all encodings. */
export const sizeOf = ({ variants }: ReadyResponse) =>
  [...variants.values()].reduce(
    (sum, variant) => sum + ('body' in variant ? variant.body.length : 0),
    1_000,
  )

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  identity: async body => body,
  gzip: promisify(gzip),
  // Here and not in zlib's threads, where 30 pages at the same time take four times as much processor time.
  br: async body => brotliCompressSync(body, brotliForMany),
}

function addVariant(ready: ReadyResponse, encoding: Encoding): Promise<Variant> {
  const { variants, body } = ready
  const added = compress[encoding](body).then(
    bytes => {
      const variant = variantOf(ready, encoding, bytes)
      variants.set(encoding, variant)
      ready.onGrowth()
      return variant
    },
    error => {
      variants.delete(encoding)
      throw error
    },
  )
  variants.set(encoding, added)
  return added
}

function variantOf(ready: ReadyResponse, encoding: Encoding, body: Buffer): Variant {
  const headers = [
    ...ready.headers,
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...['content-length', String(body.length), 'etag', `"${ready.etag}-${encoding}"`],
  ]
  return { headers, body }
}
