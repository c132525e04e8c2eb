import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../platform/database.ts'
import type { SuppressionReason, Tables } from '../platform/tables.ts'
import type { Outcome } from './mail.ts'

/**
 * Stops drop mail to an address, until a moment or for good; its owner lifts that by confirming a link
 * from a later mail. One for good is not shortened by one that ends.
 */
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
            // A complaint outranks a mailbox that is gone: nothing more may be tried there.
            eb('excluded.reason', '=', 'complaint'),
          ]),
        ),
    )
    .execute()
}

/** The person at this address has shown that mail arrives and is wanted. */
export async function liftSuppression(db: Queryable, email: string) {
  await db
    .deleteFrom('suppressed_addresses')
    .where('email', '=', sql<string>`lower(${email})`)
    .execute()
}

export async function findSuppression(db: Queryable, email: string, now: Date) {
  const found = await db
    .selectFrom(activeSuppressions(now).as('suppression'))
    .selectAll()
    .where('email', '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
  return found ?? null
}

/** Rows of `suppressed_addresses` in effect at `now`, to be selected from. */
export const activeSuppressions = (now: Date) => sql<Selectable<Tables['suppressed_addresses']>>`(
  select * from suppressed_addresses where until is null or until > ${now})`

/**
 * Whether a refusal means that the mailbox will never take any mail (RFC 3463): no such mailbox, no
 * such domain, no such form of address, moved away, takes no mail at all, disabled. Not among them:
 * a full mailbox (5.2.2), our own address (5.1.7, 5.1.8), policy (5.7.x), and refusals without a code.
 */
export const meansDeadMailbox = (outcome: Outcome) =>
  outcome.kind === 'refused' && deadMailbox.has(outcome.enhanced ?? '')

const deadMailbox = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])
