import { addressToken } from '../src/mail/links/mail-links.ts'
import type { Context } from '../src/platform/context.ts'

/** The token of the unsubscribe link in a mail about a follow, sent now. */
export async function unsubscribeTokenOf(
  { db, linkKey }: Pick<Context, 'db' | 'linkKey'>,
  followId: number,
): Promise<string> {
  const { address } = await db
    .selectFrom('recipients')
    .select('address')
    .where('follow_id', '=', followId)
    .executeTakeFirstOrThrow()
  return addressToken('unsubscribe', followId, address ?? '', linkKey)
}

/** The token of the unsubscribe link in a weekly mail to the subscriber of a follow, sent now unless to another email. */
export async function weeklyTokenOf(
  { db, linkKey }: Pick<Context, 'db' | 'linkKey'>,
  followId: number,
  sentTo?: string,
  purpose: 'weekly' | 'header-weekly' = 'weekly',
): Promise<string> {
  const { subscriber_id, address } = await db
    .selectFrom('recipients')
    .select(['subscriber_id', 'address'])
    .where('follow_id', '=', followId)
    .executeTakeFirstOrThrow()
  return addressToken(purpose, subscriber_id, sentTo ?? address ?? '', linkKey)
}
