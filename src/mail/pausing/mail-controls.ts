import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { countMailsWaiting } from '../mails.queries.ts'
import { readMailFlow } from './mail-flow.queries.ts'

export const mailCommands = ['pause', 'resume', 'status'] as const
export type MailCommand = (typeof mailCommands)[number]

/**
 * Pauses or resumes all mail; `status` changes nothing. A pause may be the first step after a restore, so each has a new
 * time, later than all that was sent since the backup, and new ids come after all that were in mails since then.
 */
export async function controlMail(db: Database, command: MailCommand, now: Date) {
  if (command === 'pause') {
    await db.updateTable('mail_flow').set({ paused_at: now }).execute()
    await skipIds(db)
  }
  if (command === 'resume') await db.updateTable('mail_flow').set({ paused_at: null }).execute()
}

/**
 * A report about a mail of a lost delivery would be one about the row that got its id, and a lost drop's Message-ID another
 * drop's. More ids are skipped than are given between two backups; those of 32 bits last for 20,000 pauses.
 */
const skipIds = (db: Database) =>
  sql`
    select setval(sequence, nextval(sequence) + skipped) from (
      select format('%I.%I', schemaname, sequencename)::regclass as sequence,
        case data_type when 'bigint'::regtype then 100000000 else 100000 end as skipped
      from pg_sequences where schemaname = current_schema()
    ) sequences`.execute(db)

/** Whether mail is sent, what the mail server said, and how much waits, for the operator. */
export async function describeMail(
  db: Database,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
): Promise<string> {
  const { paused_at, failing_since, failure, next_attempt_at, waitMs } = await readMailFlow(db)
  const { drops, weekly, account, later } = await countWaiting(db)
  const { sent, refused, returned, complaints } = await countLastHour(db)
  const { suppressed } = await db
    .selectFrom('suppressed_addresses')
    .where(sql<boolean>`until is null or until > now()`)
    .select(({ fn }) => fn.countAll<number>().as('suppressed'))
    .executeTakeFirstOrThrow()
  const pause = paused_at && `All mail is paused since ${paused_at.toISOString()}.`
  const next = waitMs > 0 ? `at ${next_attempt_at?.toISOString()}` : 'due'
  const failing =
    failing_since &&
    `Sending fails since ${failing_since.toISOString()}: ${failure}. The next attempt is ${next}.`
  return [
    ...(pause ? [pause] : []),
    ...(failing ? [failing] : []),
    ...(pause || failing
      ? []
      : [smtpUrl ? 'Mail is being sent.' : 'SMTP_URL is not set: mail is kept in the outbox.']),
    `Drop mails waiting: ${drops}, put off: ${later}. Weekly mails waiting: ${weekly}. Account mails waiting: ${account}.`,
    `Refused in the last hour: ${refused} of ${sent + refused} drop mails. Returned later: ${returned}, reported as spam: ${complaints}.`,
    `Addresses that get no drop mail: ${suppressed}.`,
  ].join(' ')
}

type LastHour = { sent: number; refused: number; returned: number; complaints: number }

/** A weekly mail counts once, by one of its deliveries: the others were `mailed_with` it. */
async function countLastHour(db: Queryable) {
  const isRefusal = sql`report like 'smtp %'`
  const { rows } = await sql<LastHour>`
    select (
        select count(*) from drop_notifications
        where sent_at > now() - interval '1 hour' and mailed_with is null
      ) as sent,
      count(*) filter (where ${isRefusal}) as refused,
      count(*) filter (where kind in ('hard', 'soft') and not ${isRefusal}) as returned,
      count(*) filter (where kind = 'complaint') as complaints
    from mail_events where created_at > now() - interval '1 hour'`.execute(db)
  return rows[0] ?? { sent: 0, refused: 0, returned: 0, complaints: 0 }
}

/**
 * Mails that are to be sent, by group; `later` are drop mails that a mail server deferred. Only a delivery that is `pending`
 * or `sending` can be in a weekly mail, which a constraint of the table ensures.
 */
export async function countWaiting(db: Queryable) {
  const { rows } = await sql<{ drops: number; later: number }>`
    select count(*) filter (where status in ('pending', 'sending')) as drops,
      count(*) filter (where status in ('retry', 'unknown')) as later
    from drop_notifications
    where (status in ('pending', 'sending') and weekly_mail_id is null)
      or (status in ('retry', 'unknown') and next_attempt_at is not null)`.execute(db)
  const { drops = 0, later = 0 } = rows[0] ?? {}
  const [weekly, account] = await Promise.all([
    countMailsWaiting(db, 'weekly'),
    countMailsWaiting(db, 'account'),
  ])
  return { drops, later, weekly, account }
}
