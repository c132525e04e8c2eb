import { sql } from 'kysely'
import { batchSize } from '../platform/database/batches.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { countStates, isUnfinished } from './delivery.queries.ts'

/** Milliseconds for which the owner of a drop can see who did not get it; afterwards there are only counts. */
export const keptMs = 365 * 24 * 60 * 60 * 1000

/**
 * Once no mail of a drop is to be sent any more, writes `last_drop_email` of the follows, which would make index scans
 * of followers slow if it were written with each mail, and the counts, which stay when the deliveries are deleted.
 */
export async function recordEnded(db: Database, signal: AbortSignal) {
  const ended = await db
    .selectFrom('drops')
    .select('id')
    .where('delivery_counts', 'is', null)
    .where(({ not }) => not(isUnfinished))
    .orderBy('id')
    .execute()
  for (const { id: dropId } of ended) {
    for (let after: number | null = 0; after !== null; ) {
      signal.throwIfAborted()
      after = await recordBatch(db, dropId, after)
    }
    await storeCounts(db, dropId)
  }
}

/** Returns the last follow of the batch, or null after the last batch. */
async function recordBatch(db: Database, dropId: number, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number; count: number }>`
    with mailed as materialized (
      select follow_id, sent_at from drop_notifications
      where drop_id = ${dropId} and follow_id > ${after} and status = 'sent'
      order by follow_id limit ${sql.lit(batchSize)}
    ), locked as materialized (
      select id, sent_at from radr_follows join mailed on id = follow_id
      where last_drop_email is null or last_drop_email < sent_at
      order by id for no key update of radr_follows
    ), recorded as (
      update radr_follows f set last_drop_email = locked.sent_at from locked where f.id = locked.id
    )
    select max(follow_id) as last, count(*) as count from mailed`.execute(db)
  const batch = rows[0]
  return batch?.count === batchSize ? batch.last : null
}

/** The drop is locked, so that nobody reopens it in between. */
function storeCounts(db: Database, dropId: number) {
  return db.transaction().execute(async trx => {
    await trx.selectFrom('drops').select('id').where('id', '=', dropId).forNoKeyUpdate().execute()
    const delivery_counts = JSON.stringify(await countStates(trx, 'drop_id', dropId))
    await trx
      .updateTable('drops')
      .set({ delivery_counts })
      .where('id', '=', dropId)
      .where(({ not }) => not(isUnfinished))
      .execute()
  })
}

/**
 * Reopens a drop before its deliveries are changed: its stored counts are outdated then, and where the deliveries are
 * partitioned, senders look for none in the drops before the first that has not ended. Deliveries of old drops are being
 * deleted: their counts stay, and this returns false.
 */
export async function reopen(trx: Transaction, dropId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('drops')
    .set({ delivery_counts: null })
    .where('id', '=', dropId)
    .where('created_at', '>', new Date(now.getTime() - keptMs))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
