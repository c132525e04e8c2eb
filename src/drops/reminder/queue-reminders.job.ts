import { sql } from 'kysely'
import { lockLimits, requestMails } from '../../mail/mailboxes/mail-limits.ts'
import { enqueueMail } from '../../mail/mails.queries.ts'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'
import { pushReminder } from './push-reminder.job.ts'
import type { Reminder } from './reminder.schemas.ts'
import { reminderChannel } from './reminders.ts'

const batchSize = 500
const kind = 'drop-reminder' as const

/** Queues a mail or a notification for each member whose next drop has become possible. */
export const queueReminders = defineJob({
  name: 'queue-reminders',
  options: { retryLimit: 0, heartbeatSeconds: 10, deleteAfterSeconds: 60 * 60 },
  schedule: '* * * * *',
  runAtStart: true,
  async run({ db, clock, queue }: Pick<Context, 'db' | 'clock' | 'queue'>, _, signal) {
    for (let taken = batchSize; taken === batchSize; ) {
      signal.throwIfAborted()
      taken = await db.transaction().execute(trx => queueDue(trx, queue, clock.now()))
    }
  },
})

async function queueDue(trx: Transaction, queue: Context['queue'], now: Date): Promise<number> {
  const due = await takeDue(trx, now)
  const mailed = due.filter(({ by }) => by === 'mail')
  // In a restored database a reminder that was due before the pause may have been sent (`delivery/end-restored.ts`).
  for (const { id, afterDrop, dueAt } of await keepPermitted(trx, mailed, now))
    await enqueueMail(trx, kind, { subjectId: id, data: { afterDrop }, requestedAt: now, dueAt })
  for (const { id, afterDrop, by } of due)
    if (by === 'notification') await queue.send(pushReminder, { userId: id, afterDrop }, trx)
  return due.length
}

async function keepPermitted(trx: Transaction, due: Due[], now: Date): Promise<Due[]> {
  if (due.length === 0) return []
  const requests = due.map(({ id, email }) => ({ kind, address: email, subjectId: id }))
  const addresses = due.map(({ email }) => email)
  const mailboxes = await lockLimits(trx, addresses, now)
  const permissions = await requestMails(trx, mailboxes, requests, now)
  return due.filter((_, index) => permissions[index]?.isAllowed)
}

type Due = { id: number; email: string; by: Reminder['by']; afterDrop: number; dueAt: Date }

/** Takes due reminders by clearing `due_at`: no other process finds them, and a killed process rolls back. */
async function takeDue(trx: Transaction, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select user_id, due_at from drop_reminders where due_at <= ${now}
      order by due_at limit ${sql.lit(batchSize)} for update skip locked
    ), taken as (
      update drop_reminders r set due_at = null from due where r.user_id = due.user_id
      returning r.user_id, due.due_at
    )
    select users.id, email, ${reminderChannel(now)} as by,
      (select max(drop_number) from drops where drops.user_id = users.id) as "afterDrop",
      taken.due_at as "dueAt"
    from taken join users on users.id = taken.user_id order by users.id`.execute(trx)
  return rows
}
