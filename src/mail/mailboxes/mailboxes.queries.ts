import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Transaction } from '../../platform/database.ts'

export type Mailbox = {
  id: number
  confirmed_at: Date | null
  stopped_at: Date | null
  has_complained: boolean
  unconfirmed_mails: number
  mails: MailboxMail[]
}

export type MailboxMail = {
  mailbox_id: number
  kind: string
  subject_id: number
  /** The request was permitted. Its mail may still wait; `forgetMails` deletes the row if that ends unsent, except for a drop. */
  is_sent: boolean
  requested_at: Date
}

/** Returns mailboxes with their mails since a time: locked until the transaction ends, and created where they are missing. */
export async function lockMailboxes(
  trx: Transaction,
  addresses: string[],
  mailsSince: Date,
): Promise<Map<string, Mailbox>> {
  // The order of keys keeps two transactions from waiting for each other.
  await sql`
    insert into mailboxes (key)
    select distinct ${mailboxKey(sql`address`)} from unnest(${addresses}::text[]) address order by 1
    on conflict (key) do update set key = excluded.key
  `.execute(trx)
  // Statements of their own see what was committed while the locks were waited for.
  const { rows } = await sql<Omit<Mailbox, 'mails'> & { address: string }>`
    select address, id, confirmed_at, stopped_at, unconfirmed_mails,
      ${hasComplained(sql`address`)} as has_complained
    from unnest(${addresses}::text[]) address
    join mailboxes on key = ${mailboxKey(sql`address`)}
  `.execute(trx)
  const mailboxes = new Map<number, Mailbox>()
  const byAddress = new Map<string, Mailbox>()
  for (const { address, ...row } of rows) {
    const mailbox = mailboxes.get(row.id) ?? { ...row, mails: [] }
    mailboxes.set(row.id, mailbox)
    byAddress.set(address, mailbox)
  }
  for (const mail of await findMails(trx, [...mailboxes.keys()], mailsSince)) {
    mailboxes.get(mail.mailbox_id)?.mails.push(mail)
  }
  return byAddress
}

const hasComplained = (address: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from suppressed_addresses s
    where s.reason = 'complaint' and mailbox_of(s.email) = mailbox_of(${address}))`

function findMails(trx: Transaction, mailboxIds: number[], since: Date): Promise<MailboxMail[]> {
  return trx
    .selectFrom('mailbox_mails')
    .select(['mailbox_id', 'kind', 'subject_id', 'is_sent', 'requested_at'])
    .where('mailbox_id', 'in', mailboxIds)
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Whether a mail of the kind was permitted after a time, for the same account or follow. */
export async function hasNewerMail(
  db: Queryable,
  { address, kind, subjectId }: { address: string; kind: string; subjectId: number },
  time: Date,
): Promise<boolean> {
  const newer = await db
    .selectFrom('mailbox_mails')
    .innerJoin('mailboxes', 'mailboxes.id', 'mailbox_id')
    .select('mailbox_mails.id')
    .where('key', '=', mailboxKey(address))
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('is_sent', '=', true)
    .where('requested_at', '>', time)
    .executeTakeFirst()
  return newer !== undefined
}

export async function recordMails(trx: Transaction, mails: MailboxMail[]) {
  if (mails.length === 0) return
  await sql`
    with recorded as (
      insert into mailbox_mails (mailbox_id, kind, subject_id, is_sent, requested_at)
      select * from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as mail (mailbox_id bigint,
        kind text, subject_id bigint, is_sent boolean, requested_at timestamptz)
      returning mailbox_id, is_sent, requested_at
    )
    update mailboxes set unconfirmed_mails = unconfirmed_mails + sent, last_requested_at = requested_at
    from (
      select mailbox_id, count(*) filter (where is_sent) as sent, max(requested_at) as requested_at
      from recorded group by mailbox_id
    ) counted
    where id = mailbox_id and confirmed_at is null
  `.execute(trx)
}

/** Takes mails that ended unsent out of the limits of their mailboxes. */
export async function forgetMails(
  trx: Transaction,
  mails: { kind: string; subject_id: number; requested_at: Date }[],
) {
  await sql`
    with forgotten as (
      delete from mailbox_mails counted using jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
        as mail (kind text, subject_id bigint, requested_at timestamptz)
      where counted.requested_at = mail.requested_at and counted.kind = mail.kind
        and counted.subject_id = mail.subject_id and is_sent
      returning mailbox_id
    )
    update mailboxes set unconfirmed_mails = greatest(0, unconfirmed_mails - mails)
    from (select mailbox_id, count(*) as mails from forgotten group by mailbox_id) unsent
    where id = mailbox_id and confirmed_at is null
  `.execute(trx)
}

/** Somebody used a link that was mailed to the email: the limits of unconfirmed mailboxes end. */
export async function confirmMailbox(db: Queryable, address: string, now: Date) {
  await db
    .insertInto('mailboxes')
    .values({ key: mailboxKey(address), confirmed_at: now })
    .onConflict(on =>
      on
        .column('key')
        .doUpdateSet({ confirmed_at: now })
        .where('mailboxes.confirmed_at', 'is', null),
    )
    .execute()
}

/** Counts the mails of an unconfirmed mailbox from none again; false for one that has got fewer than `max`. */
export async function resetUnconfirmedMails(db: Queryable, address: string, max: number) {
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set({ unconfirmed_mails: 0 })
    .where('key', '=', mailboxKey(address))
    .where('confirmed_at', 'is', null)
    .where('unconfirmed_mails', '>=', max)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * The person at the email wants no mail at all. A stop keeps back these mails, those that were requested before it as well:
 * - at an unconfirmed mailbox, every mail;
 * - at a confirmed one, mails of the kinds with `isHeldByStop`; of those requested after it, one a week is sent;
 * - at a confirmed one, all reminders, which `reminderChannel` decides;
 * - at both, drop mail to accounts that have not confirmed their email (`mail_stopped`). Other drop mail ends because the
 *   caller ends the follows, and comes to those that begin again.
 */
export async function stopMailbox(db: Queryable, address: string, now: Date) {
  await db
    .insertInto('mailboxes')
    .values({ key: mailboxKey(address), stopped_at: now })
    .onConflict(on => on.column('key').doUpdateSet({ stopped_at: now }))
    .execute()
}

/**
 * Ends the stop of a mailbox; returns whether there was one. A complaint keeps it unless the caller has lifted the
 * suppression first, as a link does that was mailed after the complaint: a session may be another person's.
 */
export async function resumeMailbox(db: Queryable, address: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set(({ ref }) => ({ stopped_at: null, ended_stop_at: ref('stopped_at') }))
    .where('key', '=', mailboxKey(address))
    .where('stopped_at', 'is not', null)
    .where(sql<boolean>`not ${hasComplained(sql`${address}::text`)}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds when mail to a mailbox was stopped, now and before; undefined if nothing is stored about it. */
export function findStops(db: Queryable, address: string) {
  return db
    .selectFrom('mailboxes')
    .select(['stopped_at', 'ended_stop_at', 'confirmed_at'])
    .select(hasComplained(sql`${address}::text`).as('has_complained'))
    .where('key', '=', mailboxKey(address))
    .executeTakeFirst()
}

/** Finds the mailbox of an email, in any of its spellings, with its mails; null if none is stored. */
export async function findMailbox(db: Queryable, address: string) {
  const mailbox = await db
    .selectFrom('mailboxes')
    .select(['id', 'confirmed_at', 'stopped_at', 'unconfirmed_mails'])
    .where('key', '=', mailboxKey(address))
    .executeTakeFirst()
  if (!mailbox) return null
  const { id, ...rest } = mailbox
  const mails = await db
    .selectFrom('mailbox_mails')
    .select(['kind', 'requested_at', 'is_sent'])
    .where('mailbox_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...rest, mails }
}

/** False where nothing was remembered, or where an account or subscriber has the email in any spelling: the mailbox belongs to that one. */
export async function forgetMailbox(trx: Transaction, address: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from mailboxes where key = ${mailboxKey(address)} and not exists (
      select from subscribers s where mailbox_of(s.address) = mailbox_of(${address})
    ) and not exists (select from users where mailbox_of(email) = mailbox_of(${address}))
  `.execute(trx)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/** A keyed hash, the same for all emails of one mailbox: what to store of an email that nobody confirmed. */
export const mailboxKey = (address: RawBuilder<unknown> | string) =>
  sql<Buffer>`mailbox_key(${address}::text)`
