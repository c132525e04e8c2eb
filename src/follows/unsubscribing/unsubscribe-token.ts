import type { KeyObject } from 'node:crypto'
import { openSealedId, sealId } from '../../platform/secrets/tokens.ts'

/** A drop mail's link is about its follow; a digest's is about any follow of its subscriber. */
type Kind = 'unsubscribe' | 'unsubscribe-digest'

/**
 * The token of the unsubscribe links in a mail. Its first part names the follow and never expires; the second holds
 * while the subscriber has the address that the mail went to.
 */
const makeToken = (kind: Kind, followId: number, address: string, linkKey: KeyObject) =>
  `${sealId(followId, kind, linkKey)}.${sealId(followId, forAddress(kind, address), linkKey)}`

const forAddress = (kind: Kind, address: string) => `${kind}:${address.toLowerCase()}`

export const unsubscribeToken = (followId: number, address: string, linkKey: KeyObject) =>
  makeToken('unsubscribe', followId, address, linkKey)

/** Without the second part, which it does not need: relays fold a List-Unsubscribe header that is longer. */
export const oneClickToken = (followId: number, linkKey: KeyObject) =>
  sealId(followId, 'unsubscribe' satisfies Kind, linkKey)

export const digestUnsubscribeToken = (followId: number, address: string, linkKey: KeyObject) =>
  makeToken('unsubscribe-digest', followId, address, linkKey)

/** The id of the follow; null for a token that we did not make. */
export function openUnsubscribeToken(token: string, linkKey: KeyObject) {
  const [idPart = '', addressPart = ''] = token.split('.')
  for (const kind of ['unsubscribe', 'unsubscribe-digest'] as const) {
    const followId = openSealedId(idPart, kind, linkKey)
    if (followId === null) continue
    return {
      followId,
      isDigest: kind === 'unsubscribe-digest',
      isMadeFor: (address: string) =>
        openSealedId(addressPart, forAddress(kind, address), linkKey) === followId,
    }
  }
  return null
}
