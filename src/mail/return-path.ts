import type { Context } from '../platform/context.ts'
import { openSealedId, sealId } from '../platform/tokens.ts'

/** Which mail a report is about: a row of a drop's ledger, or the confirm mail of a follow. */
export type Mailed = { notificationId: number } | { followId: number }

/**
 * The envelope sender of one mail, so that a report about it names the mail and nobody else can make
 * one up; undefined where no door is open for reports.
 */
export function returnPathOf(
  { config, linkKey }: Pick<Context, 'config' | 'linkKey'>,
  mailed: Mailed,
): string | undefined {
  if (!config.bounceListener) return undefined
  const sealed =
    'followId' in mailed
      ? sealId(mailed.followId, 'bounce-confirm', linkKey)
      : sealId(mailed.notificationId, 'bounce', linkKey)
  return `bounce+${sealed}@${config.bounceListener.domain}`
}

/** What an address of ours was the return path of, or null. */
export function openReturnPath(address: string, domain: string, linkKey: Buffer): Mailed | null {
  const [, sealed = '', host] = /^bounce\+([\w-]{1,64})@(.+)$/i.exec(address) ?? []
  if (host?.toLowerCase() !== domain.toLowerCase()) return null
  const notificationId = openSealedId(sealed, 'bounce', linkKey)
  if (notificationId !== null) return { notificationId }
  const followId = openSealedId(sealed, 'bounce-confirm', linkKey)
  return followId === null ? null : { followId }
}
