import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Transaction } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'
import { mailWeekly } from './weekly-mail.job.ts'

/** Due deliveries that one statement reads to find their subscribers. */
const batchSize = 500

/** The queue drops a job that could not be done for 30 days, as while mail is paused: then its mail is queued again. */
const lostAfterMs = 31 * 24 * 60 * 60 * 1000

/** Queues a weekly mail for each subscriber with deliveries that are due. */
export const queueWeeklyMails = defineJob({
  name: 'queue-weekly-mails',
  options: { retryLimit: 0, heartbeatSeconds: 10, deleteAfterSeconds: 60 * 60 },
  schedule: '* * * * *',
  runAtStart: true,
  async run({ db, clock, queue }: Pick<Context, 'db' | 'clock' | 'queue'>, _, signal) {
    for (let queued = 1; queued > 0; ) {
      signal.throwIfAborted()
      queued = await db.transaction().execute(async trx => {
        const mails = await takeDue(trx, clock.now())
        for (const { delivery_ids } of mails)
          await queue.send(mailWeekly, { deliveryIds: delivery_ids }, trx)
        return mails.length
      })
    }
  },
})

/**
 * Takes all due deliveries of each subscriber together: they are due again only once their queued mail must be lost. Of
 * two processes that run it at once, the second waits and finds nothing left.
 */
async function takeDue(trx: Transaction, now: Date) {
  const isDue = sql`n.status = 'digest' and n.next_attempt_at <= ${now}`
  const { rows } = await sql<{ delivery_ids: number[] }>`
    with due as materialized (
      select follow_id from drop_notifications n where ${isDue}
      order by next_attempt_at limit ${sql.lit(batchSize)}
    ), due_subscribers as materialized (
      select distinct f.registry_id as id from due join radr_follows f on f.id = due.follow_id
    ), parts as materialized (
      select n.id, due_subscribers.id as subscriber_id
      from due_subscribers join radr_follows f on f.registry_id = due_subscribers.id
      join drop_notifications n on n.follow_id = f.id
      where ${isDue}
      order by n.id for update of n
    ), taken as (
      update drop_notifications n set next_attempt_at = ${new Date(now.getTime() + lostAfterMs)}
      from parts where n.id = parts.id
      returning n.id, subscriber_id
    )
    select jsonb_agg(id order by id) as delivery_ids from taken group by subscriber_id`.execute(trx)
  return rows
}
