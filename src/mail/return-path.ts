import type { KeyObject } from 'node:crypto'
import type { Context } from '../platform/context.ts'
import { openSealedId, sealId } from '../platform/secrets/tokens.ts'

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
