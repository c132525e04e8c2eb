import type { KeyObject } from 'node:crypto'
import { openSealedId, sealId } from '../../platform/secrets/tokens.ts'

/** The token of the unsubscribe links in every mail about a follow. It never expires. */
export const unsubscribeToken = (followId: number, linkKey: KeyObject) =>
  sealId(followId, 'unsubscribe', linkKey)

/** The token of the unsubscribe links in a digest: any follow of its subscriber. */
export const digestUnsubscribeToken = (followId: number, linkKey: KeyObject) =>
  sealId(followId, 'unsubscribe-digest', linkKey)

/** The id of the follow; null for a token that we did not make. */
export const openUnsubscribeToken = (token: string, linkKey: KeyObject): number | null =>
  openSealedId(token, 'unsubscribe', linkKey)

export const openDigestUnsubscribeToken = (token: string, linkKey: KeyObject): number | null =>
  openSealedId(token, 'unsubscribe-digest', linkKey)
