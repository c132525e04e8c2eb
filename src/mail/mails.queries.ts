import { sql } from 'kysely'
import type { DeliveryStatus } from '../contract/states.shared.ts'
import { prepared } from '../platform/database/prepare-query.ts'
import type { Database, Queryable, Transaction } from '../platform/database.ts'
import { kindsOf, type MailData, type MailGroup, mails, type StoredKind } from './mails.ts'
import {
  type ClaimedMail,
  claimedError,
  claimedStatus,
  isUnleased,
  leaseEnd,
  type MailUpdate,
  updatesToJson,
} from './sender/ledger.ts'

/** The channel on which senders hear of a mail that is due. Without it they find the mail within a second. */
export const mailChannel = 'radr_mails'

type NewMail<Kind extends StoredKind> = {
  /** The id of the row that the mail is about. */
  subjectId: number
  data: MailData[Kind]
  requestedAt: Date
  /** `requestedAt` by default. */
  dueAt?: Date
}

/** The mail becomes due if and only if the transaction commits. Whether it is still wanted is asked again before it is sent. */
export const enqueueMail = <Kind extends StoredKind>(
  trx: Transaction,
  kind: Kind,
  { subjectId, ...mail }: NewMail<Kind>,
) => insertMail(trx, kind, { [`${mails[kind].about}_id` as const]: subjectId, ...mail })

/** Enqueues a mail about nothing, which a sender skips, so that a request that sends no mail takes the same time as others. */
export const enqueueNothing = (trx: Transaction, kind: StoredKind, requestedAt: Date) =>
  insertMail(trx, kind, { data: {}, requestedAt })

async function insertMail(
  trx: Transaction,
  kind: StoredKind,
  {
    data,
    requestedAt,
    dueAt = requestedAt,
    ...subject
  }: { data: object; requestedAt: Date; dueAt?: Date; [subject: string]: unknown },
) {
  await trx
    .insertInto('mails')
    .values({
      kind,
      ...subject,
      data: JSON.stringify(data),
      requested_at: requestedAt,
      due_at: dueAt,
    })
    .execute()
  await sql`select pg_notify(${mailChannel}, ${kind})`.execute(trx)
}

export type StoredMail = ClaimedMail & {
  id: string
  kind: StoredKind
  subject_id: number
  user_id: number | null
  data: unknown
  requested_at: Date
}

/** A mail after its state has changed. It has ended if `due_at` is null. */
export type WrittenMail = Pick<StoredMail, 'id' | 'kind' | 'subject_id' | 'requested_at'> & {
  due_at: Date | null
  status: DeliveryStatus
  /** The status of the row until this write: `sending` when it is an outcome that was written. */
  status_before: DeliveryStatus
}

/** Claims up to `limit` due mails of each kind, in the order in which they are due. Those about nothing are `skipped`. */
export async function claimMails(
  db: Database,
  kinds: StoredKind[],
  claim: { sender: string; limit: number; now: Date; excludeIds: string[] },
): Promise<StoredMail[]> {
  const { sender, limit, now, excludeIds } = claim
  const { rows } = await sql<StoredMail>`${prepared}
    with claimable as materialized (
      select due.id from unnest(${kinds}::text[]) of_kind cross join lateral (
        select id from mails
        where kind = of_kind and due_at <= ${now} and ${isUnleased}
          and id <> all(${excludeIds}::uuid[])
        order by due_at limit ${sql.lit(limit)}
        for update skip locked
      ) due
      where not exists (select from mail_flow where paused_at is not null)
    )
    update mails m set
      status = case when ${subject} is null then 'skipped' else ${claimedStatus} end,
      due_at = case when ${subject} is not null then due_at end,
      last_error = case when ${subject} is null then 'nobody is concerned' else ${claimedError} end,
      leased_until = case when ${subject} is not null then ${leaseEnd} end,
      leased_by = case when ${subject} is not null then ${sender}::uuid end
    from claimable where m.id = claimable.id
    returning m.id, kind, ${subject} as subject_id, user_id, data, requested_at, attempts,
      status as claimed_status, ${subject} is null as is_skipped
  `.execute(db)
  return rows
}

const subject = sql<number | null>`coalesce(m.user_id, m.follow_id, m.subscriber_id)`

/** Writes states, and returns all of them as they are then. Mails that another sender has claimed since are left out, unless they were sent. */
export async function updateMails(
  trx: Transaction,
  sender: string,
  updates: MailUpdate[],
  now: Date,
): Promise<WrittenMail[]> {
  const { rows } = await sql<WrittenMail>`${prepared}
    with locked as materialized (
      select m.id, m.status as status_before, u.status as after, u.attempts, u.next_attempt_at, u.last_error
      from jsonb_to_recordset(${updatesToJson(updates)}::jsonb) as u (
        id uuid, status text, attempts int, next_attempt_at timestamptz, last_error text)
      join mails m on m.id = u.id
      where m.id = any(${updates.map(({ id }) => id)}::uuid[])
        and (m.leased_by = ${sender}::uuid or u.status = 'sent')
      -- The order of all transactions that lock several mails.
      order by m.subscriber_id, m.id for no key update of m
    )
    update mails m set
      status = after,
      attempts = locked.attempts,
      due_at = case when after = 'sending' then m.due_at else next_attempt_at end,
      last_error = locked.last_error,
      sent_at = case when after = 'sent' then ${now}::timestamptz end,
      leased_until = case when after = 'sending' then m.leased_until end,
      leased_by = case when after = 'sending' then m.leased_by end
    from locked where m.id = locked.id and m.id = any(array(select id from locked))
    returning m.id, m.kind, ${subject} as subject_id, m.requested_at, m.status, m.due_at, status_before
  `.execute(trx)
  return rows
}

/** Mails of a group that are due, being sent or tried again. */
export async function countMailsWaiting(db: Queryable, group: MailGroup): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from mails
    where kind = any(${kindsOf(group)}::text[]) and due_at is not null
      -- A weekly mail is requested days before it is due, and the app's clock may be ahead of the database's.
      and (status <> 'pending' or due_at <= greatest(now(), requested_at))`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether a later mail of the kind was requested for the account of a row of `mails`. */
export const hasLaterMail = sql<boolean>`exists (select from mails later
  where later.user_id = mails.user_id and later.kind = mails.kind and later.requested_at > mails.requested_at)`

/** Mails whose first or next attempt was due when all mail was paused. After a restore they may have been sent (`delivery/end-restored.ts`). */
const wasDueInBackup = (pausedAt: Date) => sql<boolean>`due_at < ${pausedAt}`

/** How many mails of a group were due when all mail was paused. */
export async function countMailsOfBackup(db: Queryable, group: MailGroup, pausedAt: Date) {
  const { count } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', 'in', kindsOf(group))
    .where(wasDueInBackup(pausedAt))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Ends up to `limit` mails that were due when all mail was paused, without sending them. One without a response may have
 * arrived and keeps its state.
 */
export async function endMailsOfBackup(trx: Transaction, pausedAt: Date, limit: number) {
  const { rows } = await sql<{ id: string; status: 'skipped' | 'unknown' }>`
    with locked as materialized (
      select id from mails where ${wasDueInBackup(pausedAt)}
      order by subscriber_id, id limit ${sql.lit(limit)} for no key update
    )
    update mails m set due_at = null, leased_until = null, leased_by = null,
      status = case when m.status = 'unknown' then 'unknown' else 'skipped' end,
      last_error = case when m.status = 'unknown' then m.last_error else 'restored' end
    from locked where m.id = locked.id returning m.id, m.status`.execute(trx)
  return rows
}
