import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { deleteInBatches } from '../platform/database/batches.ts'
import type { Database } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'
import { keptMs } from './record-ended.ts'
import { isUnconfirmedAccount } from './unconfirmed-recipients.ts'

/** Deletes the deliveries and mail events of old drops whose delivery has ended. */
export const purgeDeliveries = defineJob({
  name: 'purge-deliveries',
  options: { retryLimit: 3, retryDelay: 60, expireInSeconds: 60 * 60 },
  schedule: '7 4 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const limit = new Date(clock.now().getTime() - keptMs)
    let deliveries = 0
    const drops = await findDropsToPurge(db, limit)
    for (const { id } of drops) {
      deliveries += await deleteInBatches(db, 'drop_notifications', canBeDeleted(id), signal)
      await db
        .updateTable('drops')
        .set({ deliveries_pruned_at: clock.now() })
        .where('id', '=', id)
        .execute()
    }
    const old = sql`created_at <= ${limit}`
    const mailEvents = await deleteInBatches(db, 'mail_events', old, signal)
    const counts = { drops: drops.length, deliveries, mailEvents }
    log.info(counts, 'old deliveries and mail events were purged')
  },
})

/** A drop whose delivery has not ended still needs its rows: they show who has got it. */
const findDropsToPurge = (db: Database, limit: Date) =>
  db
    .selectFrom('drops')
    .select('id')
    .where('deliveries_pruned_at', 'is', null)
    .where('created_at', '<=', limit)
    .where('delivery_counts', 'is not', null)
    .orderBy('created_at')
    .execute()

/** The mails to an account that has not confirmed its email are kept, because it gets three of them ever. */
const canBeDeleted = (dropId: number) => sql`
  drop_id = ${dropId} and (status in ('failed', 'skipped')
    or (status in ('sent', 'unknown') and exists (
      select from radr_follows f join follower_registry r on r.id = f.registry_id
      where f.id = follow_id and not ${isUnconfirmedAccount(sql`r`)})))`
