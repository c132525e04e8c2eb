import { sql } from 'kysely'
import type { Queryable, Transaction } from '../platform/database.ts'

const day = 24 * 60 * 60 * 1000
/** Confirm mails that a mailbox may be sent within some days; the last three are remembered. */
const usualQuota = { mails: 3, days: 1 }
/** For who wanted no mail at all: one is the way back, and few enough where others ask for them. */
const stoppedQuota = { mails: 1, days: 7 }

/**
 * A member's own row, made where it is missing. With `wantsMail` (the member has proven the address
 * and asks for mail again) an earlier "no mail at all" ends, a complaint among them.
 */
export async function memberRegistry(trx: Transaction, userId: number, wantsMail: boolean) {
  const { id } = await trx
    .insertInto('follower_registry')
    .values({ user_id: userId })
    .onConflict(on =>
      on.column('user_id').doUpdateSet(({ ref }) => ({
        mail_stopped_at: wantsMail ? null : ref('follower_registry.mail_stopped_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (wantsMail) await wantMailAgain(trx, userId)
  return id
}

/** Also for the row of the address, where a stop was noted before the address was proven. */
async function wantMailAgain(trx: Transaction, userId: number) {
  const { email } = await trx
    .selectFrom('users')
    .select(sql<string>`lower(email)`.as('email'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('suppressed_addresses')
    .where('reason', '=', 'complaint')
    .where('email', '=', email)
    .execute()
  await trx
    .updateTable('follower_registry')
    .set({ mail_stopped_at: null })
    .where(sql`lower(email)`, '=', email)
    .where('mail_stopped_at', 'is not', null)
    .execute()
}

/** The row of a mailbox, made where it is missing and locked until the transaction ends. */
export function lockMailbox(trx: Transaction, email: string) {
  return trx
    .insertInto('follower_registry')
    .values({ email })
    .onConflict(on =>
      on
        .expression(sql`lower(email)`)
        .doUpdateSet(({ ref }) => ({ email: ref('follower_registry.email') })),
    )
    .returning(['id', 'mail_stopped_at'])
    .executeTakeFirstOrThrow()
}

/**
 * Counts one more confirm mail to a mailbox; false when it had as many as it may, or is `owed` none:
 * then it asks the database all the same, to take the same time.
 */
export async function spendConfirmMail(
  db: Queryable,
  mailbox: { id: number; mail_stopped_at: Date | null },
  now: Date,
  owed: boolean,
) {
  const { mails, days } = mailbox.mail_stopped_at ? stoppedQuota : usualQuota
  const { numUpdatedRows } = await db
    .updateTable('follower_registry')
    .set({
      confirm_mails: sql<Date[]>`(confirm_mails || ${now}::timestamptz)
        [greatest(1, cardinality(confirm_mails) + 2 - ${sql.lit(usualQuota.mails)}):]`,
    })
    .where('id', '=', mailbox.id)
    .where(sql<boolean>`${owed}::boolean`)
    .where(
      sql<boolean>`(cardinality(confirm_mails) < ${sql.lit(mails)}
        or confirm_mails[cardinality(confirm_mails) + 1 - ${sql.lit(mails)}]
          <= ${new Date(now.getTime() - days * day)}::timestamptz)`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The address that all spellings of a mailbox share, as its provider reads them; for counting, not for mail. */
export function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split('@')
  const name = local.replace(/(?<=.)\+.*$/, '')
  const isGmail = host === 'gmail.com' || host === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}

/** Stops all mail to an address, whether a visitor's row or an account's stands for it. */
export async function stopMailTo(trx: Transaction, address: string, now: Date) {
  const ids = await lockRowsOf(trx, address)
  // The newest stop counts: it is also meant for the confirm mails that are on their way.
  await trx
    .updateTable('follower_registry')
    .set({ mail_stopped_at: now })
    .where('id', 'in', ids)
    .execute()
  return ids
}

/** Whoever reads mail at the address wants it again. */
export async function resumeMailTo(trx: Transaction, address: string) {
  await trx
    .updateTable('follower_registry')
    .set({ mail_stopped_at: null })
    .where('id', 'in', await lockRowsOf(trx, address))
    .execute()
}

/**
 * The account's row first and the mailbox's second, as whoever joins the two locks them. The
 * mailbox's is made where it is missing: it says so for accounts and visitors that come later.
 */
async function lockRowsOf(trx: Transaction, address: string) {
  const accounts = await trx
    .selectFrom('follower_registry')
    .select('id')
    .where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('users')
        .select('users.id')
        .where(sql`lower(users.email)`, '=', address.toLowerCase()),
    )
    .forUpdate()
    .execute()
  const mailbox = await lockMailbox(trx, address)
  return [...new Set([...accounts, mailbox].map(({ id }) => id))]
}
