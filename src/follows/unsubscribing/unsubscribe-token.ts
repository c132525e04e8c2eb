import type { KeyObject } from 'node:crypto'
import { openSealedId, sealId, unprovenId } from '../../platform/secrets/tokens.ts'

const stop = 'unsubscribe'
const stopAt = (address: string) => `${stop}:${address.toLowerCase()}`
const digestAt = (address: string) => `unsubscribe-digest:${address.toLowerCase()}`

/**
 * The token of the unsubscribe links in a drop mail. Its first part names the follow and never expires; the second
 * holds while the subscriber has the address that the mail went to.
 */
export const unsubscribeToken = (followId: number, address: string, linkKey: KeyObject) =>
  `${oneClickToken(followId, linkKey)}.${sealId(followId, stopAt(address), linkKey)}`

/** Without the second part, which it does not need: relays fold a List-Unsubscribe header that is longer. */
export const oneClickToken = (followId: number, linkKey: KeyObject) =>
  sealId(followId, stop, linkKey)

/** In a digest, which is about any follow of its subscriber; in links and header. Holds while they have the address. */
export const digestUnsubscribeToken = (followId: number, address: string, linkKey: KeyObject) =>
  sealId(followId, digestAt(address), linkKey)

/** Null for a token that we did not make. A digest's may be made up until `isMadeFor` says that it is not. */
export function openUnsubscribeToken(token: string, linkKey: KeyObject) {
  const [idPart = '', addressPart = ''] = token.split('.')
  const stopId = openSealedId(idPart, stop, linkKey)
  const followId = stopId ?? unprovenId(token)
  if (!Number.isSafeInteger(followId)) return null
  return {
    followId,
    isDigest: stopId === null,
    isMadeFor: (address: string) =>
      followId ===
      (stopId === null
        ? openSealedId(token, digestAt(address), linkKey)
        : openSealedId(addressPart, stopAt(address), linkKey)),
  }
}
