import { sql } from 'kysely'
import type { WrittenMail } from '../../mail/mails.queries.ts'
import { noResponse } from '../../mail/sender/ledger.ts'
import { prepared } from '../../platform/database/prepare-query.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'

/** A delivery in a weekly mail. */
export type WeeklyPart = {
  id: number
  drop_id: number
  follow_id: number
  subscriber_id: number
  address: string
  address_confirmed: boolean
  user_id: number | null
}

/** The deliveries of each of these weekly mails, which are being sent, with the oldest drop first. */
export async function findParts(
  db: Queryable,
  mailIds: readonly string[],
): Promise<WeeklyPart[][]> {
  const { rows } = await sql<WeeklyPart & { mail_id: string }>`${prepared}
    select n.id, n.drop_id, n.follow_id, weekly_mail_id as mail_id, subscriber_id, address,
      address_confirmed, r.user_id
    from drop_notifications n join drops on drops.id = n.drop_id
    join recipients r on r.follow_id = n.follow_id
    where weekly_mail_id = any(${hidden(mailIds)}) and status = 'sending'
    order by drops.created_at, drops.id`.execute(db)
  const parts = Map.groupBy(rows, ({ mail_id }) => mail_id)
  return mailIds.map(id => parts.get(id) ?? [])
}

/**
 * Gives the deliveries in weekly mails, their parts, the states that follow from those of the mails:
 *
 * | mail                                        | parts                                                          |
 * | ------------------------------------------- | -------------------------------------------------------------- |
 * | `sending`                                   | `sending`, whatever they were: a killed sender left them so     |
 * | `retry`, or `unknown` and tried again       | `pending`, and wait in the mail                                |
 * | one of these, and a part is not wanted any more | that part leaves, `skipped`; `unknown` if the mail was or is |
 * | ended: `sent`, `failed`, `skipped`, `unknown` | the same, and leave the mail                                   |
 */
export async function writeParts(trx: Transaction, mails: WrittenMail[], now: Date) {
  const started = mails.filter(({ status }) => status === 'sending')
  const finished = mails.filter(({ status }) => status !== 'sending')
  if (started.length > 0) await startAttempt(trx, started, now)
  if (finished.length > 0) await finishAttempt(trx, idsOf(finished), now)
}

const idsOf = (mails: WrittenMail[]) => mails.map(({ id }) => id)

/** The ids, but not for the planner, which would plan a prepared statement anew for each list that it sees. */
const hidden = (ids: readonly string[]) => sql`array(select unnest(${ids}::uuid[]))`

/**
 * Begins the first attempt or another one: `status_before` is that of the mail, not of its parts. A part that is not wanted
 * any more leaves its mail and is skipped, or
 * `unknown` if the last attempt had no response: it may have arrived.
 */
async function startAttempt(trx: Transaction, mails: WrittenMail[], now: Date) {
  const unknown = idsOf(mails.filter(({ status_before }) => status_before === 'unknown'))
  await sql`${prepared}
    with parts as materialized (
      select id, drop_id, follow_id, weekly_mail_id = any(${unknown}::uuid[]) as is_unknown
      from drop_notifications
      where weekly_mail_id = any(${hidden(idsOf(mails))}) order by id for no key update
    ), decided as materialized (
      select parts.id, drop_id, is_unknown, skip_reason
      from parts cross join lateral delivery_decision(drop_id, follow_id, ${now}) decision
    )
    update drop_notifications n set
      status = case when skip_reason is null then 'sending' when is_unknown then 'unknown' else 'skipped' end,
      last_error = case when is_unknown then coalesce(last_error, ${noResponse}) else skip_reason::text end,
      weekly_mail_id = case when skip_reason is null then weekly_mail_id end
    from decided where n.id = decided.id and n.drop_id = decided.drop_id`.execute(trx)
}

/**
 * Deliveries of a mail that is tried again wait with it; those of one that has ended leave it with its state, and all but
 * the newest are `mailed_with` that one, which the return path of the mail names. Parts can be `pending` here: a late `sent`
 * may come after another sender has tried the mail in vain.
 */
async function finishAttempt(trx: Transaction, mailIds: string[], now: Date) {
  await sql`${prepared}
    with locked as materialized (
      select n.id, n.drop_id, n.follow_id, mails.id as mail_id, mails.status as after, mails.attempts,
        mails.last_error, due_at is null as is_over
      from drop_notifications n join mails on mails.id = weekly_mail_id
      where weekly_mail_id = any(${hidden(mailIds)})
      order by n.id for no key update of n
    ), parts as (
      select locked.*, skip_reason, first_value(locked.id) over (
        partition by mail_id order by drops.created_at desc, drops.id desc
      ) as newest
      from locked join drops on drops.id = locked.drop_id
      left join lateral delivery_decision(locked.drop_id, case when not is_over then locked.follow_id end, ${now}) decision
        on true
    )
    update drop_notifications n set
      status = case when is_over or skip_reason is not null and after = 'unknown' then after
        when skip_reason is null then 'pending' else 'skipped' end,
      attempts = parts.attempts,
      last_error = case when skip_reason is null or after = 'unknown' then parts.last_error else skip_reason::text end,
      sent_at = case when is_over and after = 'sent' then ${now}::timestamptz end,
      weekly_mail_id = case when not is_over and skip_reason is null then weekly_mail_id end,
      mailed_with = case when is_over then nullif(newest, n.id) end
    from parts where n.id = parts.id and n.drop_id = parts.drop_id`.execute(trx)
}
