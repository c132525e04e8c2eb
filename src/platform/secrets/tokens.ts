import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

/** Characters of a token with 256 random bits. */
const tokenLength = 43

/** A 256-bit random token for a link or a cookie, and its hash, which is what is stored. */
export function newToken(): { token: string; hash: string } {
  const token = toAlphanumeric(randomBytes(64), tokenLength)
  return { token, hash: hashToken(token) }
}

/** A 256-bit token that is the same each time, for a mail that may have to be sent again. */
export const derivedToken = (purpose: string, key: KeyObject, length = tokenLength): string =>
  toAlphanumeric(createHmac('sha512', key).update(purpose).digest(), length)

/**
 * Letters and digits, because mail programs do not count `-` or `_` at the end of a link as a part of it. 64 random
 * bytes are 86 characters in base64, of which 83 are left on average.
 */
const toAlphanumeric = (random: Buffer, length: number) =>
  random.toString('base64url').replaceAll(/[-_]/g, '').slice(0, length)

/** Returns hex. Tokens are random, so a plain hash cannot be reversed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Compares what somebody sent with a secret of public length, in a time that does not tell how much of it is right. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
