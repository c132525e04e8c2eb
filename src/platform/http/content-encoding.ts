import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { Context } from 'hono'

export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd'

/** Best first: Zstandard takes three quarters of Brotli's time for fewer bytes. */
export const preferredEncodings: readonly Encoding[] = ['zstd', 'br', 'gzip']

type Bytes = Buffer<ArrayBuffer>

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * Compresses in this thread: 30 pages at a time in zlib's threads take four times as much processor time. Zstandard and
 * Brotli are at their quickest: a twentieth to a tenth more bytes for much less time (docs/decisions/server/2026-11-22-rendering-pages.md).
 */
export const compress: Record<Encoding, (body: Bytes) => Bytes> = {
  identity: body => body,
  gzip: body => gzipSync(body),
  br: body => brotliCompressSync(body, brotliOptions),
  zstd: body => zstdCompressSync(body, zstdOptions),
}

/** Below this, a response fits into one packet either way. */
const minBytes = 1_400

/** A response with this text or these in a row, compressed as the client accepts; status and headers are set through `c`. */
export function compressedText(c: Context, text: string | string[], contentType: string): Response {
  c.header('Content-Type', contentType)
  // Each by itself: V8 encodes those without characters beyond Latin-1, such as styles, several times as fast.
  const body = Buffer.concat([text].flat().map(part => Buffer.from(part)))
  if (body.length < minBytes) return c.body(body)
  c.header('Vary', 'Accept-Encoding', { append: true })
  const encoding = acceptedEncoding(c.req.header('accept-encoding'))
  if (encoding === 'identity') return c.body(body)
  c.header('Content-Encoding', encoding)
  return c.body(compress[encoding](body))
}

export const acceptedEncoding = (
  header: string | string[] | undefined,
  encodings = preferredEncodings,
): Encoding => encodings.find(name => allows[name].test(String(header))) ?? 'identity'

const allowing = (name: string) =>
  new RegExp(`(?:^|[,\\s])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|\\s|$))(?:[,;\\s]|$)`)

const allows: Record<Encoding, RegExp> = {
  identity: allowing('identity'),
  gzip: allowing('gzip'),
  br: allowing('br'),
  zstd: allowing('zstd'),
}
