import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A 256-bit random secret for a link or a cookie, and the hash that is stored of it. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** What is stored of a token, in hex. Tokens are random, so a plain hash cannot be turned back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Characters of the seal that ends a `sealId` token: 96 bits. `hex` is independent of case. */
const sealLength = { base64url: 16, hex: 24 }

type SealEncoding = keyof typeof sealLength

/**
 * A short token that names a row and proves that we made it, for links that have to work in every
 * mail ever sent and therefore cannot be stored one by one. Bound to one purpose.
 */
export function sealId(
  id: number,
  purpose: string,
  key: Buffer,
  encoding: SealEncoding = 'base64url',
): string {
  return id.toString(36) + seal(id, purpose, key, encoding)
}

/** The id in a token of `sealId`, or null when we did not make it for this purpose. */
export function openSealedId(
  token: string,
  purpose: string,
  key: Buffer,
  encoding: SealEncoding = 'base64url',
): number | null {
  const length = sealLength[encoding]
  const id = Number.parseInt(token.slice(0, -length), 36)
  if (!Number.isSafeInteger(id) || token !== id.toString(36) + token.slice(-length)) return null
  const given = Buffer.from(token.slice(-length))
  const ours = Buffer.from(seal(id, purpose, key, encoding))
  return given.length === ours.length && timingSafeEqual(given, ours) ? id : null
}

function seal(id: number, purpose: string, key: Buffer, encoding: SealEncoding): string {
  return createHmac('sha256', key)
    .update(`${purpose}:${id}`)
    .digest(encoding)
    .slice(0, sealLength[encoding])
}
