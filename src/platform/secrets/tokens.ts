import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

/** A 256-bit random token for a link or a cookie, and its hash, which is what is stored. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** A 256-bit token that is the same each time, for a mail that may have to be sent again. */
export const derivedToken = (purpose: string, key: KeyObject): string =>
  createHmac('sha256', key).update(purpose).digest('base64url')

/** In hex. Tokens are random, so a plain hash cannot be reversed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Characters of the seal that ends a `sealId` token: 96 bits. `hex` is independent of case. */
const sealLength = { base64url: 16, hex: 24 }

type SealEncoding = keyof typeof sealLength

/** With an HMAC, for links in mails that never expire: nothing has to be stored. Valid for one purpose only. */
export function sealId(
  id: number,
  purpose: string,
  key: KeyObject,
  encoding: SealEncoding = 'base64url',
): string {
  return id.toString(36) + seal(id, purpose, key, encoding)
}

/** The id in a token of `sealId` whose purpose depends on what the id stands for, so it is not proven yet. */
export const unprovenId = (token: string): number =>
  Number.parseInt(token.slice(0, -sealLength.base64url), 36)

/** The id in a token of `sealId`; null when the signature is not valid for this purpose. */
export function openSealedId(
  token: string,
  purpose: string,
  key: KeyObject,
  encoding: SealEncoding = 'base64url',
): number | null {
  const length = sealLength[encoding]
  const id = Number.parseInt(token.slice(0, -length), 36)
  if (!Number.isSafeInteger(id) || token !== id.toString(36) + token.slice(-length)) return null
  const given = Buffer.from(token.slice(-length))
  const ours = Buffer.from(seal(id, purpose, key, encoding))
  return given.length === ours.length && timingSafeEqual(given, ours) ? id : null
}

function seal(id: number, purpose: string, key: KeyObject, encoding: SealEncoding): string {
  return createHmac('sha256', key)
    .update(`${purpose}:${id}`)
    .digest(encoding)
    .slice(0, sealLength[encoding])
}
