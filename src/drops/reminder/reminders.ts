import { sql } from 'kysely'
import type { Viewer } from '../../contract/viewer.ts'
import { openMailLink } from '../../mail/links/mail-links.ts'
import { mailboxKey, resumeMailbox } from '../../mail/mailboxes/mailboxes.queries.ts'
import { hasSuppression } from '../../mail/mailboxes/suppression.ts'
import type { AccountPart } from '../../members/deletion/remove-account.job.ts'
import { findMember, lockMember } from '../../members/members.queries.ts'
import type { Context } from '../../platform/context.ts'
import type { Queryable, Transaction } from '../../platform/database.ts'
import { findDropEligibility, findNextDropTime, nextDropTime } from '../drop-rules.ts'
import { formerReminderLink, invalidReminderLink } from '../drops.errors.ts'
import type { Reminder } from './reminder.schemas.ts'

export async function findReminder(db: Queryable, userId: number, now: Date): Promise<Reminder> {
  return db
    .selectFrom('users')
    .leftJoin('drop_reminders', 'user_id', 'users.id')
    .select([sql<boolean>`user_id is not null`.as('isOn'), reminderChannel(now).as('by')])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** How a row of `users` is reminded: by a notification if no mail may be sent, and not at all without a confirmed email. */
export const reminderChannel = (now: Date) => sql<Reminder['by']>`case
  when email_confirmed_at is null then null
  when not ${hasSuppression(sql`users.email`, now)}
    and not exists (select from mailboxes
      where key = ${mailboxKey(sql`users.email`)} and stopped_at is not null)
    then 'mail'
  when exists (select from push_subscriptions p join sessions s on s.id = p.session_id
    where p.user_id = users.id and s.expires_at > ${now})
    then 'notification' end`

export async function setReminder({ db, clock }: Context, viewer: Viewer, isOn: boolean) {
  const now = clock.now()
  return db.transaction().execute(async trx => {
    await lockMember(trx, viewer.id)
    if (isOn) await turnOn(trx, viewer, now)
    else await turnOff(trx, viewer.id)
    return findReminder(trx, viewer.id, now)
  })
}

async function turnOn(trx: Transaction, { id, email, email_confirmed_at }: Viewer, now: Date) {
  const due_at = await findNextDropTime(trx, id, now)
  await trx
    .insertInto('drop_reminders')
    .values({ user_id: id, due_at })
    .onConflict(on => on.column('user_id').doUpdateSet({ due_at }))
    .execute()
  if (email_confirmed_at !== null) await resumeMailbox(trx, email)
}

const turnOff = (db: Queryable, userId: number) =>
  db.deleteFrom('drop_reminders').where('user_id', '=', userId).execute()

/** Called after a drop, which begins the wait for the next: so each drop has one reminder at most. */
export const scheduleReminder = (trx: Transaction, userId: number, due_at: Date | null) =>
  trx.updateTable('drop_reminders').set({ due_at }).where('user_id', '=', userId).execute()

/** Returns the member's username. Throws `invalid_token`. */
export const stopReminderByLink = ({ db, linkKey }: Context, token: string) =>
  db.transaction().execute(async trx => {
    const { id } = await findAccountOfLink({ db: trx, linkKey }, token)
    const { username, email } = await lockMember(trx, id)
    // The email may have changed until the account was locked.
    if (!openMailLink(token, linkKey)?.isFor('reminder', email)) throw formerReminderLink()
    await turnOff(trx, id)
    return username
  })

/** The account that the link of a reminder is about. Throws `invalid_token`. */
export async function findAccountOfLink(
  { db, linkKey }: Pick<Context, 'linkKey'> & { db: Queryable },
  token: string,
) {
  const link = openMailLink(token, linkKey)
  if (!link?.isSigned('reminder')) throw invalidReminderLink()
  const account = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', link.id)
    .executeTakeFirst()
  if (!account || !link.isFor('reminder', account.email)) throw formerReminderLink()
  return account
}

/** The member whose reminder it is, and the number of the drop that it follows. */
export type ReminderOfDrop = { userId: number; afterDrop: number }

/** Whether the reminder may still be sent: its mail or job may have waited for days. */
export async function isStillDue(
  db: Queryable,
  { userId, afterDrop }: ReminderOfDrop,
  by: Reminder['by'],
  now: Date,
): Promise<boolean> {
  const reminder = await findReminder(db, userId, now)
  if (!reminder.isOn || reminder.by !== by) return false
  if ((await findMember(db, userId)).hidden_reason !== null) return false
  const eligibility = await findDropEligibility(db, userId)
  return (
    eligibility.list.length > 0 &&
    eligibility.lastDrop?.number === afterDrop &&
    nextDropTime(eligibility, now) === null
  )
}

export const reminderOfAccount: AccountPart = {
  end: turnOff,
  table: 'drop_reminders',
  isOf: userId => sql`user_id = ${userId}`,
}
