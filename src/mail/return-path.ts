import type { KeyObject } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import { openSealedId, sealId } from '../platform/secrets/tokens.ts'

/** Identifies a mail that can be reported: of a delivery, or by its follow alone, as its confirmation mail. */
export type MailRef = { deliveryId: number } | { followId: number }

/**
 * A signed envelope sender for one mail, so that a report identifies the mail and cannot be forged;
 * undefined without a bounce listener. Independent of case, because some servers change it.
 */
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

/** The mail that has this return path; null for any other address. */
export function parseReturnPath(
  address: string,
  domain: string,
  linkKey: KeyObject,
): MailRef | null {
  const [, sealed = '', host] = /^bounce\+(\w{1,64})@(.+)$/.exec(address.toLowerCase()) ?? []
  if (host !== domain.toLowerCase()) return null
  const deliveryId = openSealedId(sealed, 'bounce', linkKey, 'hex')
  if (deliveryId !== null) return { deliveryId }
  const followId = openSealedId(sealed, 'bounce-confirm', linkKey, 'hex')
  return followId === null ? null : { followId }
}
