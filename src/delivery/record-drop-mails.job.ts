import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { batchSize } from '../platform/database/batches.ts'
import type { Database } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'

/** Once the delivery has ended: written with each mail, it kept index scans of a large list of followers from being fast. */
export const recordDropMails = defineJob({
  name: 'record-drop-mails',
  options: { retryLimit: 0, expireInSeconds: 60 * 60, deleteAfterSeconds: 60 * 60 },
  schedule: '*/10 * * * *',
  async run({ db }: Pick<Context, 'db'>, _, signal) {
    for (const { id: dropId } of await findEnded(db)) {
      for (let after: number | null = 0; after !== null; ) {
        signal.throwIfAborted()
        after = await recordBatch(db, dropId, after)
      }
      await db.updateTable('drops').set({ mails_recorded: true }).where('id', '=', dropId).execute()
    }
  },
})

async function findEnded(db: Database) {
  const { rows } = await sql<{ id: number }>`
    select id from drops
    where not mails_recorded and ledger_filled_at is not null
      and not exists (select from delivery_counts where drop_id = drops.id
        and pending + sending + retry + digest > 0)
      and not exists (select from drop_notifications where drop_id = drops.id
        and status = 'unknown' and next_attempt_at is not null)
    order by id`.execute(db)
  return rows
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
