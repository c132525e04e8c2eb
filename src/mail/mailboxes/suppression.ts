import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { SuppressionReason } from '../../contract/states.shared.ts'
import type { Tables } from '../../contract/tables.ts'
import type { Queryable } from '../../platform/database.ts'

// A bounce suppresses the spelling that it is about, a complaint every spelling of its mailbox; a row has one spelling.

const day = 24 * 60 * 60 * 1000
/** The host of the email that an account has from its deletion until its rows are removed. It gets no mail. */
export const deletedEmailHost = 'deleted.invalid'

/** A large provider has refused all of its mailboxes for hours: one refusal does not decide for good. */
const firstHardMs = 7 * day
/** Milliseconds after its end for which a first hard bounce is remembered. */
export const hardRememberedMs = 90 * day

/**
 * Records a hard bounce:
 *
 * | the email is                              | becomes                                          |
 * | ----------------------------------------- | ------------------------------------------------ |
 * | not suppressed                            | `hard` for seven days                            |
 * | `soft`, running or over                   | `hard` for seven days, or until the soft one ends |
 * | `hard` for seven days, which are not over | unchanged: it is the same bad day                |
 * | `hard` for seven days, which are over     | `hard` for good                                  |
 * | suppressed for good                       | unchanged                                        |
 */
export async function suppressHard(db: Queryable, email: string, detail: string, now: Date) {
  const until = new Date(now.getTime() + firstHardMs)
  await sql`
    insert into suppressed_addresses as known (email, reason, detail, until, created_at)
    values (lower(${email}), 'hard', ${detail.toWellFormed()}, ${until}, ${now})
    on conflict (email) do update set reason = 'hard', detail = excluded.detail, created_at = excluded.created_at,
      until = case when known.reason = 'hard' then null else greatest(known.until, excluded.until) end
    where known.until <= ${now} or (known.until is not null and known.reason <> 'hard')`.execute(db)
}

/**
 * Suppresses until `until`, or until the owner confirms a link. A temporary suppression does not replace a permanent one, and a
 * first hard bounce stays known, so that the next one is the second.
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
          reason: sql<SuppressionReason>`case when ${keepsFirstHard} then 'hard' else excluded.reason end`,
          detail: ref('excluded.detail'),
          until: sql<Date | null>`case when ${keepsFirstHard} then
            greatest(suppressed_addresses.until, excluded.until) else excluded.until end`,
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

const keepsFirstHard = sql`suppressed_addresses.reason = 'hard' and excluded.reason = 'soft'`

/**
 * Ends what suppresses an email whose owner has used a mailed link, complaints by other spellings included. Returns
 * whether anything did.
 */
export const liftSuppression = (db: Queryable, email: string) =>
  deleteWhere(db, isSuppressionOf(email))

/** Deletes the suppression of one spelling; a complaint by another one stays. Returns whether there was one. */
export const forgetSuppression = (db: Queryable, email: string) =>
  deleteWhere(db, sql`email = lower(${email})`)

async function deleteWhere(db: Queryable, condition: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from suppressed_addresses where ${condition}`.execute(db)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/** Holds for rows of `suppressed_addresses`, also of the past, by the rule of the SQL function `suppressions_of`. */
export const isSuppressionOf = (email: string) => sql<boolean>`(email = lower(${email})
  or (reason = 'complaint' and mailbox_of(email) = mailbox_of(${email})))`

/** Ends the suppressions since a time, of a domain, or both, without those by complaints. Returns how many ended. */
export async function liftSuppressions(
  db: Queryable,
  { domain, since }: { domain?: string | undefined; since?: Date | undefined },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressed_addresses')
    .where('reason', '<>', 'complaint')
    .$if(domain !== undefined, rows =>
      rows.where(sql`split_part(email, '@', 2)`, '=', domain?.toLowerCase()),
    )
    .$if(since !== undefined, rows => rows.where('created_at', '>=', since ?? new Date(0)))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export const activeSuppressions = (now: Date) => sql<Selectable<Tables['suppressed_addresses']>>`(
  select * from suppressed_addresses where until is null or until > ${now})`

export async function isSuppressed(db: Queryable, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select ${hasSuppression(email, now)} as found`.execute(db)
  return rows[0]?.found === true
}

/** Holds for an email that gets no drop mail now. */
export const hasSuppression = (email: RawBuilder<unknown> | string, now: Date) =>
  sql<boolean>`exists (select from suppressions_of(${email}::text, ${now}))`
