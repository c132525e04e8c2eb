import { sql } from 'kysely'
import { activeSuppressions } from '../../src/mail/mailboxes/suppression.ts'
import type { Context } from '../../src/platform/context.ts'

/** The suppression of an email that is in effect now, or null. */
export async function findSuppression(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  address: string,
) {
  const found = await db
    .selectFrom(activeSuppressions(clock.now()).as('suppression'))
    .selectAll()
    .where('email', '=', sql<string>`lower(${address})`)
    .executeTakeFirst()
  return found ?? null
}
