import { createECDH } from 'node:crypto'
import type { VapidKeys } from '../platform/context.ts'

/** The key pair of a 256-bit secret, which is the private key itself (P-256). */
export function vapidKeys(secret: Buffer): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: secret.toString('base64url'),
  }
}
