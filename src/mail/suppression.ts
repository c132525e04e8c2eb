import { type Selectable, sql } from 'kysely'
import type { SuppressionReason } from '../contract/states.shared.ts'
import type { Tables } from '../contract/tables.ts'
import type { Queryable } from '../platform/database.ts'

/** For good unless `until` is given, or until its owner confirms a link. A temporary one does not replace a permanent one. */
export async function suppress(
  db: Queryable,
  email: string,
  reason: SuppressionReason,
  detail: string,
  until: Date | null = null,
) {
  await db
    .insertInto('suppressed_addresses')
    .values({ email: sql`lower(${email})`, reason, detail: detail.toWellFormed(), until })
    .onConflict(on =>
      on
        .column('email')
        .doUpdateSet(({ ref }) => ({
          reason: ref('excluded.reason'),
          detail: ref('excluded.detail'),
          until: ref('excluded.until'),
          created_at: sql`now()`,
        }))
        .where(({ eb, or }) =>
          or([
            eb('suppressed_addresses.until', 'is not', null),
            // A complaint also stops confirmation mails, so it replaces a permanent suppression.
            eb('excluded.reason', '=', 'complaint'),
          ]),
        ),
    )
    .execute()
}

/** For an owner who has confirmed a link, so mail arrives and is wanted. False for an address that is not suppressed. */
export async function liftSuppression(db: Queryable, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressed_addresses')
    .where('email', '=', sql<string>`lower(${email})`)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const activeSuppressions = (now: Date) => sql<Selectable<Tables['suppressed_addresses']>>`(
  select * from suppressed_addresses where until is null or until > ${now})`

export async function isSuppressed(db: Queryable, email: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom(activeSuppressions(now).as('s'))
    .select('email')
    .where('email', '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
  return found !== undefined
}
