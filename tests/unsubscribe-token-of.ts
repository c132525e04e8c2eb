import { addressToken } from '../src/mail/mail-links.ts'
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
