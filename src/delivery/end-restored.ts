import { sql } from 'kysely'
import type { SkipReason } from '../contract/states.shared.ts'
import { countMailsOfBackup, endMailsOfBackup } from '../mail/mails.queries.ts'
import { readMailFlow } from '../mail/pausing/mail-flow.queries.ts'
import { batchSize, idBatches, inBatches } from '../platform/database/batches.ts'
import type { Database, Queryable, Transaction } from '../platform/database.ts'
import { changeDeliveries } from './change-deliveries.ts'

// A restored database shows as unfinished what was sent since the backup. What was due before all mail was paused may
// have been sent by then; what is due later, or was requested later, was not, and stays.

export type RestoredMail = {
  drops: { id: number; username: string; number: number; count: number }[]
  weekly: number
  account: number
  /** Drops whose recipients the worker has not all enqueued yet. */
  unenqueued: number
}

/** Finds the mails that were due when all mail was paused; null while it is not paused. */
export async function findRestored(db: Queryable): Promise<RestoredMail | null> {
  const { paused_at: pausedAt } = await readMailFlow(db)
  if (!pausedAt) return null
  const { rows: drops } = await sql<RestoredMail['drops'][number]>`
    select d.id, username, drop_number as number, count(*) as count
    from drops d join users u on u.id = d.user_id join drop_notifications n on n.drop_id = d.id
    where d.delivery_counts is null and d.created_at < ${pausedAt} and ${wasDueInBackup(pausedAt)}
    group by d.id, username order by d.id`.execute(db)
  const { unenqueued } = await db
    .selectFrom('drops')
    .where('enqueued_at', 'is', null)
    .where('created_at', '<', pausedAt)
    .select(({ fn }) => fn.countAll<number>().as('unenqueued'))
    .executeTakeFirstOrThrow()
  return {
    drops,
    weekly: await countMailsOfBackup(db, 'weekly', pausedAt),
    account: await countMailsOfBackup(db, 'account', pausedAt),
    unenqueued,
  }
}

/** Ends what was due when all mail was paused, without sending it. */
export async function endRestored(db: Database, { drops }: RestoredMail) {
  const { paused_at: pausedAt } = await readMailFlow(db)
  if (!pausedAt) return
  for (const { id } of drops) await skipDeliveriesOf(db, id, pausedAt)
  await inBatches(() => db.transaction().execute(trx => skipMails(trx, pausedAt)))
}

/** Ends the deliveries of a drop. One without a response may have arrived, whatever happened since, and keeps its state. */
async function skipDeliveriesOf(db: Database, dropId: number, pausedAt: Date) {
  const isRestored = sql`drop_id = ${dropId} and ${wasDueInBackup(pausedAt)}`
  const batches = idBatches(after =>
    db
      .selectFrom('drop_notifications as n')
      .select('id')
      .where(sql<boolean>`${isRestored}`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute(),
  )
  for await (const ids of batches)
    await db.transaction().execute(trx =>
      changeDeliveries(
        trx,
        // The condition is checked again, because a mail in flight may have been sent since they were found.
        sql`${isRestored} and id = any(${ids}::bigint[])`,
        sql`status = case when status = 'unknown' then status else 'skipped' end,
          last_error = case when status = 'unknown' then last_error else ${restored} end,
          next_attempt_at = null, leased_by = null, leased_until = null`,
      ),
    )
}

/** The deliveries in weekly mails end with them. */
async function skipMails(trx: Transaction, pausedAt: Date): Promise<number> {
  const ended = await endMailsOfBackup(trx, pausedAt, batchSize)
  for (const status of ['skipped', 'unknown'] as const) {
    const ids = ended.filter(mail => mail.status === status).map(({ id }) => id)
    await changeDeliveries(
      trx,
      sql`weekly_mail_id = any(${ids}::uuid[])`,
      sql`status = ${status}, weekly_mail_id = null,
        last_error = ${status === 'skipped' ? restored : null}`,
    )
  }
  return ended.length
}

const restored: SkipReason = 'restored'

/** A retry that was to come later has not been made since the backup. */
const wasDueInBackup = (pausedAt: Date) => sql<boolean>`
  ((status in ('pending', 'sending') and weekly_mail_id is null)
    or (status in ('retry', 'unknown') and next_attempt_at < ${pausedAt}))`
