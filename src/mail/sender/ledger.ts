import { sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/states.shared.ts'
import type { Queryable } from '../../platform/database.ts'
import type { EncodedMail, Mail, Outcome } from '../mail.ts'
import type { MailKind } from '../mails.ts'

/** How long a claim lasts unless its sender renews it. By the database's clock, because the clocks of workers differ. */
export const leaseMs = 20_000

/**
 * Deliveries have numbers and other mails UUIDs, so mails of two ledgers never have the same id. Deliveries are named with their drop,
 * by which an operator can partition their table (docs/scale.md).
 */
type MailKey = { id: number | string; drop_id?: number }

/** A mail that a sender has claimed. */
export type ClaimedMail = MailKey & {
  kind: MailKind
  /** The status that the claim has left, which decides the next one: never `sending`, because the claim makes that `unknown`. */
  claimed_status: DeliveryStatus
  /** The claim found that it must not be sent, and has written that. */
  is_skipped: boolean
  attempts: number
}

/** The state that a mail gets. Its `next_attempt_at` is null once it has ended. */
export type MailUpdate = MailKey & {
  status: DeliveryStatus
  attempts: number
  next_attempt_at: Date | null
  last_error: string | null
}

/** Rows of one table that are mails to be sent. A sender claims them, and nothing but the table remembers its work. */
export type Ledger<Row extends ClaimedMail = ClaimedMail, Sending extends Row = Row> = {
  table: LedgerTable
  /** The ledger's mails are sent before those of ledgers without priority. */
  hasPriority: boolean
  /**
   * Claims mails that are due, none while all mail is paused; what must not be sent is returned with `is_skipped`. `excludeIds`
   * are the sender's own claims, whose lease may have expired while the process was paused.
   */
  claim(sender: string, limit: number, now: Date, excludeIds: Row['id'][]): Promise<Row[]>
  /**
   * Writes outcomes, and marks mails as `sending`; returns those that are to be sent. What another sender has claimed since is left out, unless it was sent.
   */
  write(
    sender: string,
    changes: { outcomes: MailUpdate[]; next: Row[] },
    now: Date,
  ): Promise<Sending[]>
  /** Null for a mail that is not wanted any more. */
  compose(mail: Sending): Promise<Mail | EncodedMail | null>
  /**
   * Records what the outcome means for the recipient's email. Called before `write` gets the update: until then the
   * deliveries of a weekly mail belong to it. It never throws.
   */
  settle(mail: Sending, address: string, outcome: Outcome, update: MailUpdate): Promise<void>
}

type LedgerTable = 'drop_notifications' | 'mails'

export async function renewLeases(
  db: Queryable,
  { table }: Pick<Ledger, 'table'>,
  sender: string,
  mails: MailKey[],
) {
  // A mail whose outcome is being written is left out: the two statements could wait for each other.
  await sql`
    update ${sql.table(table)} set leased_until = ${leaseEnd}
    where ${isOfDrops(table, mails)} and id = any(array(
      select id from ${sql.table(table)} where ${isOneOf(table, mails)} and leased_by = ${sender}::uuid
      for no key update skip locked))`.execute(db)
}

export async function releaseLeases(
  db: Queryable,
  { table }: Pick<Ledger, 'table'>,
  sender: string,
  mails: MailKey[],
) {
  await sql`
    update ${sql.table(table)} set leased_until = null, leased_by = null
    where ${isOneOf(table, mails)} and leased_by = ${sender}::uuid`.execute(db)
}

/** Releases everything that senders of earlier processes had claimed, where there can be no other process. */
export async function releaseAllLeases(db: Queryable) {
  for (const table of ['drop_notifications', 'mails'] satisfies LedgerTable[])
    await sql`
      update ${sql.table(table)} set leased_until = null, leased_by = null
      where status in ('pending', 'sending', 'retry', 'unknown') and leased_by is not null`.execute(
      db,
    )
}

export const leaseEnd = sql<Date>`now() + ${sql.lit(leaseMs)} * interval '1 millisecond'`

/**
 * The state and error that a claim writes. A mail that is still `sending` when its lease has expired may have been
 * accepted: its sender was killed, or could not write the outcome.
 */
export const claimedStatus = sql<DeliveryStatus>`case when status = 'sending' then 'unknown' else status end`
/** The error of a mail whose sender was killed. */
export const noResponse = sql.lit('the sender ended before the response')
export const claimedError = sql`case when status = 'sending' then ${noResponse} else last_error end`

export const isUnleased = sql<boolean>`(leased_until is null or leased_until < now())`

const isOneOf = (table: LedgerTable, mails: MailKey[]) =>
  sql`id = any(${mails.map(({ id }) => id)}::${sql.raw(table === 'mails' ? 'uuid' : 'bigint')}[])
    and ${isOfDrops(table, mails)}`

const isOfDrops = (table: LedgerTable, mails: MailKey[]) =>
  table === 'mails' ? sql`true` : sql`drop_id = any(${dropIdsOf(mails)}::integer[])`

export const dropIdsOf = (mails: Pick<MailKey, 'drop_id'>[]) => [
  ...new Set(mails.map(({ drop_id }) => drop_id)),
]

/** PostgreSQL rejects unpaired surrogates, which a truncated server response can contain. */
export const updatesToJson = (updates: MailUpdate[]) =>
  JSON.stringify(updates, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
