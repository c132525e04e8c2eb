import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'

export type Encoding = 'identity' | 'gzip' | 'br'

const brotliQuality = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
})

/** For a page that many visitors get: 0.3 ms; 4 takes 0.5 for 6 % fewer bytes, and 11, the default, 100. */
export const brotliForMany = brotliQuality(3)

/** For one that is sent once: a quarter of the time, and 15 % more bytes. */
const brotliForOne = brotliQuality(1)

/** Below this, a response fits into one packet either way. */
const minBytes = 1_400

/** A response with this text, compressed as the client accepts; status and headers are set through `c`. */
export function compressedText(c: Context, text: string, contentType: string): Response {
  c.header('Content-Type', contentType)
  const body = Buffer.from(text)
  if (body.length < minBytes) return c.body(body)
  c.header('Vary', 'Accept-Encoding', { append: true })
  const encoding = acceptedEncoding(c.req.header('accept-encoding'))
  if (encoding === 'identity') return c.body(body)
  c.header('Content-Encoding', encoding)
  return c.body(encoding === 'br' ? brotliCompressSync(body, brotliForOne) : gzipSync(body))
}

/** The best encoding that a request's `Accept-Encoding` allows. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
  return brotli.test(accepted) ? 'br' : gzip.test(accepted) ? 'gzip' : 'identity'
}

const allowing = (name: string) =>
  new RegExp(`(?:^|[,\\s])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|\\s|$))(?:[,;\\s]|$)`)
const brotli = allowing('br')
const gzip = allowing('gzip')
