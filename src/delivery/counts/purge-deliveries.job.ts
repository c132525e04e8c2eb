import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { batchSize, inBatches } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'

/** How long the owner of a drop can see who did not get it; afterwards there are only counts. */
export const keptMs = 365 * 24 * 60 * 60 * 1000

export const purgeDeliveries = defineJob({
  name: 'purge-deliveries',
  options: { retryLimit: 3, retryDelay: 60, expireInSeconds: 60 * 60 },
  schedule: '7 4 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const limit = new Date(clock.now().getTime() - keptMs)
    let [drops, deliveries] = [0, 0]
    for (let id = await findUnpruned(db, limit); id; id = await findUnpruned(db, limit)) {
      const dropId = id
      deliveries += await inBatches(() => pruneBatch(db, dropId), signal)
      drops++
      await db
        .updateTable('drops')
        .set({ deliveries_pruned_at: clock.now() })
        .where('id', '=', dropId)
        .execute()
    }
    await inBatches(() => deleteOldDigests(db, limit), signal)
    const mailEvents = await inBatches(() => deleteOldestEvents(db, limit), signal)
    log.info({ drops, deliveries, mailEvents }, 'old deliveries and mail events were purged')
  },
})

/** A drop that is not enqueued completely still needs its deliveries: they show who has got it. */
async function findUnpruned(db: Database, limit: Date): Promise<number | undefined> {
  const drop = await db
    .selectFrom('drops')
    .select('id')
    .where('deliveries_pruned_at', 'is', null)
    .where('created_at', '<=', limit)
    .where('ledger_filled_at', 'is not', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return drop?.id
}

/** The mails to an account that has not confirmed its address are kept, because it gets three of them ever. */
async function pruneBatch(db: Database, dropId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from drop_notifications where id = any(array(
      select n.id from drop_notifications n
      join radr_follows f on f.id = n.follow_id
      join follower_registry r on r.id = f.registry_id
      where n.drop_id = ${dropId} and (n.status in ('sent', 'failed', 'skipped')
          or (n.status = 'unknown' and n.next_attempt_at is null))
        and (n.status in ('failed', 'skipped') or r.email is not null or r.user_id is null)
      limit ${sql.lit(batchSize)} for update of n skip locked))`.execute(db)
  return Number(numAffectedRows)
}

/** What they contained is deleted with the drops, or a few days later; digests that were not sent go after it. */
async function deleteOldDigests(db: Database, limit: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from drop_notifications where id = any(array(
      select id from drop_notifications digest
      where drop_id is null and (sent_at <= ${limit} or (
        sent_at is null and status not in ('pending', 'sending') and next_attempt_at is null
        and not exists (select from drop_notifications part where part.digest_id = digest.id)
      )) limit ${sql.lit(batchSize)}))`.execute(db)
  return Number(numAffectedRows)
}

/** Ids increase with time, so the oldest are found without an index on the time. */
async function deleteOldestEvents(db: Database, limit: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_events')
    .where('created_at', '<=', limit)
    .where('id', 'in', oldest =>
      oldest.selectFrom('mail_events').select('id').orderBy('id').limit(batchSize),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
