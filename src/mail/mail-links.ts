import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Context } from '../platform/context.ts'

// Tokens of links in mails are an id with an HMAC of what it is for: nothing is stored, and they never expire.

/** What a link is for that works while the subscriber has the address which the mail went to. */
type Purpose = 'unsubscribe' | 'weekly' | 'choices'

/** Ends a follow whatever address its subscriber has. Short: relays fold a List-Unsubscribe header that is longer. */
export const oneClickToken = (followId: number, key: KeyObject) =>
  sealId(followId, 'unsubscribe', key)

export const addressToken = (purpose: Purpose, followId: number, address: string, key: KeyObject) =>
  sealId(followId, `${purpose}:${address.toLowerCase()}`, key)

/** Ends a follow, and by its second part all mail to the address. */
export const unsubscribeToken = (followId: number, address: string, key: KeyObject) =>
  `${oneClickToken(followId, key)}.${addressToken('unsubscribe', followId, address, key)}`

/** Stops the reminders of an account whatever address it has. */
export const reminderToken = (userId: number, key: KeyObject) => sealId(userId, 'reminder', key)

/** The id of the account; null for what is no token. */
export const openReminderToken = (token: string, key: KeyObject) => openId(token, 'reminder', key)

/** Null for text that is no token. `followId` is untrusted until `isProven` is true or `isFor` returns true. */
export function openMailLink(token: string, key: KeyObject) {
  const [first = '', second = first] = token.split('.')
  const followId = idIn(first)
  if (!Number.isSafeInteger(followId)) return null
  return {
    followId,
    /** For the one mail or link that ends a follow; that of a weekly mail or of the choices is not. */
    isProven: openId(first, 'unsubscribe', key) !== null,
    isFor: (purpose: Purpose, address: string) =>
      openId(second, `${purpose}:${address.toLowerCase()}`, key) === followId,
  }
}

/** Identifies a mail that can be reported: of a delivery, or by its follow alone, as its confirmation mail. */
export type MailRef = { deliveryId: number } | { followId: number }

/** Signed, so that a report cannot be forged, and independent of case; undefined without a bounce listener. */
export function returnPathOf(
  { config, linkKey }: Pick<Context, 'config' | 'linkKey'>,
  mail: MailRef,
): string | undefined {
  if (!config.bounceListener) return undefined
  const sealed =
    'followId' in mail
      ? sealId(mail.followId, 'bounce-confirm', linkKey, 'hex')
      : sealId(mail.deliveryId, 'bounce', linkKey, 'hex')
  return `bounce+${sealed}@${config.bounceListener.domain}`
}

export function parseReturnPath(address: string, domain: string, key: KeyObject): MailRef | null {
  const [, sealed = '', host] = /^bounce\+(\w{1,64})@(.+)$/.exec(address.toLowerCase()) ?? []
  if (host !== domain.toLowerCase()) return null
  const deliveryId = openId(sealed, 'bounce', key, 'hex')
  if (deliveryId !== null) return { deliveryId }
  const followId = openId(sealed, 'bounce-confirm', key, 'hex')
  return followId === null ? null : { followId }
}

/** Characters of the HMAC that ends a token: 96 bits. `hex` is independent of case. */
const sealLength = { base64url: 16, hex: 24 }
type Encoding = keyof typeof sealLength

function sealId(id: number, purpose: string, key: KeyObject, encoding: Encoding = 'base64url') {
  const hmac = createHmac('sha256', key).update(`${purpose}:${id}`).digest(encoding)
  return id.toString(36) + hmac.slice(0, sealLength[encoding])
}

const idIn = (token: string, encoding: Encoding = 'base64url') =>
  Number.parseInt(token.slice(0, -sealLength[encoding]), 36)

function openId(token: string, purpose: string, key: KeyObject, encoding?: Encoding) {
  const id = idIn(token, encoding)
  if (!Number.isSafeInteger(id)) return null
  const [given, ours] = [Buffer.from(token), Buffer.from(sealId(id, purpose, key, encoding))]
  return given.length === ours.length && timingSafeEqual(given, ours) ? id : null
}
