import { createHmac, type KeyObject } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/errors.ts'
import { derivedToken, isSameSecret } from '../../platform/secrets/tokens.ts'

// Tokens of links in mails are an id with HMACs of what it is for: nothing is stored, and they never expire.

/**
 * What a link does. `reminder` has the id of an account, `weekly`, `header-weekly` and `resume` that of a subscriber, the
 * others that of a follow. `song` sends a song to the member whose drop the mail was about.
 */
type Purpose = StopPurpose | 'choices' | 'reminder' | 'resume' | 'song'

/** Links that unsubscribe, in the text of a mail and in its List-Unsubscribe header. */
const stopPurposes = ['unsubscribe', 'weekly', 'header-unsubscribe', 'header-weekly'] as const
type StopPurpose = (typeof stopPurposes)[number]

/** Characters of each of the two HMACs: relays fold a List-Unsubscribe header with a longer token. */
const halfLength = 8

/**
 * Works while the account or subscriber has the email which the mail goes to: whoever reads a former one changes
 * nothing. The first HMAC has no email, so that a token is known as ours when its follow is gone.
 */
export const addressToken = (purpose: Purpose, id: number, address: string, key: KeyObject) =>
  signedPart(purpose, id, key) +
  derivedToken(`${purpose}:${address.toLowerCase()}:${id}`, key, halfLength)

const signedPart = (purpose: Purpose, id: number, key: KeyObject) =>
  id.toString(36) + derivedToken(`${purpose}:${id}`, key, halfLength)

/** Null for text that is no token. `id` is untrusted until `isSigned` is true or `isFor` returns true. */
export function openMailLink(token: string, key: KeyObject) {
  const id = Number.parseInt(token.slice(0, -2 * halfLength), 36)
  if (!Number.isSafeInteger(id)) return null
  return {
    id,
    /** Whether we made the token for this purpose, for whatever email. */
    isSigned: (purpose: Purpose) =>
      isSameSecret(token.slice(0, -halfLength), signedPart(purpose, id, key)),
    isFor: (purpose: Purpose, address: string) =>
      isSameSecret(token, addressToken(purpose, id, address, key)),
  }
}

/**
 * Null for a token that unsubscribes from nothing. Its id is that of the subscriber if it `isWeekly`, else of the follow.
 * Whoever a mail is forwarded to has the links in its text, and not the one in its header, so a complaint
 * counts by the header's link alone.
 */
export function openStopLink(token: string, key: KeyObject) {
  const link = openMailLink(token, key)
  const purpose = stopPurposes.find(purpose => link?.isSigned(purpose))
  if (!link || !purpose) return null
  return {
    id: link.id,
    isWeekly: purpose === 'weekly' || purpose === 'header-weekly',
    isInHeader: purpose === 'header-unsubscribe' || purpose === 'header-weekly',
    isFor: (address: string) => link.isFor(purpose, address),
  }
}

/** Identifies a mail that can be reported. */
export type MailRef =
  /**
   * A drop mail, or a weekly mail by its newest delivery: by its return path, where the subscriber outlives a delivery
   * that is deleted with the member's account, or without `subscriberId` when the mail server rejects it.
   */
  | { deliveryId: number; subscriberId?: number }
  /** A confirmation mail of a follow: by its return path. */
  | { followId: number }
  /** A drop mail or a weekly mail: by its List-Unsubscribe header, whose link tells which email the mail was sent to. */
  | (({ followId: number } | { subscriberId: number }) & { isFor: (address: string) => boolean })

/** Signed, so that a report cannot be forged, and independent of case; undefined without a bounce listener. */
export function returnPathOf(
  { config, linkKey }: Pick<Context, 'config' | 'linkKey'>,
  mail: { deliveryId: number; subscriberId: number } | { followId: number },
): string | undefined {
  if (!config.bounceListener) return undefined
  const sealed =
    'followId' in mail
      ? sealIds([mail.followId], 'bounce-confirm', linkKey)
      : sealIds([mail.deliveryId, mail.subscriberId], 'bounce', linkKey)
  return `bounce+${sealed}@${config.bounceListener.domain}`
}

export function parseReturnPath(address: string, domain: string, key: KeyObject): MailRef | null {
  const [, sealed = '', host] = /^bounce\+(\w{1,64})@(.+)$/.exec(address.toLowerCase()) ?? []
  if (host !== domain.toLowerCase()) return null
  const [deliveryId, subscriberId] = openIds(sealed, 'bounce', key)
  if (deliveryId !== undefined && subscriberId !== undefined) return { deliveryId, subscriberId }
  const [followId] = openIds(sealed, 'bounce-confirm', key)
  return followId === undefined ? null : { followId }
}

/** Hexadecimal characters of the HMAC that ends it: 96 bits. */
const sealLength = 24

const sealIds = (ids: number[], purpose: string, key: KeyObject) =>
  ids.map(id => id.toString(36)).join('_') +
  createHmac('sha256', key).update(`${purpose}:${ids}`).digest('hex').slice(0, sealLength)

/** Empty for what is not sealed by us for this. */
function openIds(sealed: string, purpose: string, key: KeyObject): number[] {
  const ids = sealed
    .slice(0, -sealLength)
    .split('_')
    .map(id => Number.parseInt(id, 36))
  return ids.every(Number.isSafeInteger) && isSameSecret(sealed, sealIds(ids, purpose, key))
    ? ids
    : []
}

/** Tells the page that a link opens what the link is about, or why it does not work. */
export async function checkLink<Found extends object>(
  found: Promise<Found>,
): Promise<(Found & { problem: null }) | { problem: string }> {
  try {
    return { problem: null, ...(await found) }
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_token')
      return { problem: error.message }
    throw error
  }
}
