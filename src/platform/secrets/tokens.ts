import { createHash, createHmac, type KeyObject, randomBytes } from 'node:crypto'

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
