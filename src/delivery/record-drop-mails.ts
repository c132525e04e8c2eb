import { sql } from 'kysely'
import { batchSize } from '../platform/database/batches.ts'
import type { Database } from '../platform/database.ts'
import { isUnfinished } from './delivery.queries.ts'

/** Writes `last_drop_email` once a delivery has ended: with each mail, index scans of followers would be slow. */
export async function recordDropMails(db: Database, signal: AbortSignal) {
  const ended = await db
    .selectFrom('drops')
    .select('id')
    .where('mails_recorded', '=', false)
    .where(({ not }) => not(isUnfinished))
    .orderBy('id')
    .execute()
  for (const { id: dropId } of ended) {
    for (let after: number | null = 0; after !== null; ) {
      signal.throwIfAborted()
      after = await recordBatch(db, dropId, after)
    }
    await db.updateTable('drops').set({ mails_recorded: true }).where('id', '=', dropId).execute()
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
      order by id for no key update of radr_follows
    ), recorded as (
      update radr_follows f set last_drop_email = locked.sent_at from locked
      where f.id = locked.id and (last_drop_email is null or last_drop_email < locked.sent_at)
    )
    select max(follow_id) as last, count(*) as count from mailed`.execute(db)
  const batch = rows[0]
  return batch?.count === batchSize ? batch.last : null
}
