import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { deleteInBatches } from '../platform/database/batches.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'
import { keptMs } from './record-ended.ts'
import { isUnconfirmedAccount } from './unconfirmed-recipients.ts'

/** Deletes the deliveries and mail events of old drops whose delivery has ended. */
export const purgeDeliveries = defineJob({
  name: 'purge-deliveries',
  options: { retryLimit: 3, retryDelay: 60, expireInSeconds: 60 * 60 },
  schedule: '7 4 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const limit = keptSince(clock.now())
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

const keptSince = (now: Date) => new Date(now.getTime() - keptMs)

const findDropsToPurge = (db: Database, limit: Date) =>
  db
    .selectFrom('drops')
    .select('id')
    .where('deliveries_pruned_at', 'is', null)
    .where(isToPurge(limit))
    .orderBy('created_at')
    .execute()

/** A drop whose delivery has not ended still needs its rows: they show who has got it. */
const isToPurge = (limit: Date) =>
  sql<boolean>`(created_at <= ${limit} and delivery_counts is not null)`

/** The mails to an account that has not confirmed its email are kept, because it gets three of them ever. */
const canBeDeleted = (dropId: number) => sql`
  drop_id = ${dropId} and (status in ('failed', 'skipped')
    or (status in ('sent', 'unknown') and exists (
      select from radr_follows f join follower_registry r on r.id = f.registry_id
      where f.id = follow_id and not ${isUnconfirmedAccount(sql`r`)})))`

/** Called when an account confirms its email: deletes what `canBeDeleted` has kept of old drops. */
export const purgeReceived = (trx: Transaction, userId: number, now: Date) =>
  sql`
    delete from drop_notifications where status in ('sent', 'unknown')
      and follow_id in (select f.id from radr_follows f
        join follower_registry r on r.id = f.registry_id where r.user_id = ${userId})
      and drop_id in (select id from drops where ${isToPurge(keptSince(now))})`.execute(trx)
