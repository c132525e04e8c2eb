import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'
import type { DeliveryContext } from '../delivery-context.ts'

/** Due deliveries that one statement reads to find their subscribers. */
const batchSize = 500

/** Adds a digest for each subscriber with deliveries that are due. Senders send it like any other delivery. */
export const enqueueDigests = defineJob({
  name: 'enqueue-digests',
  options: { retryLimit: 0, heartbeatSeconds: 10, deleteAfterSeconds: 60 * 60 },
  schedule: '* * * * *',
  runAtStart: true,
  async run({ db, clock, notifySender }: DeliveryContext, _, signal) {
    while ((await enqueueBatch(db, clock.now())) > 0) {
      signal.throwIfAborted()
      notifySender()
    }
  },
})

/**
 * Takes all due deliveries of each subscriber together, also those made for follows that were merged.
 * Of two processes that run it at once the second waits for the locks and finds nothing left. Returns how
 * many deliveries it took.
 */
async function enqueueBatch(db: Database, now: Date): Promise<number> {
  const isDue = sql`n.status = 'digest' and n.digest_id is null and n.next_attempt_at <= ${now}`
  const { rows } = await sql<{ count: number }>`
    with due as materialized (
      select follow_id from drop_notifications n where ${isDue}
      order by next_attempt_at limit ${sql.lit(batchSize)}
    ), due_subscribers as materialized (
      select distinct coalesce(r.merged_into, r.id) as id
      from due join radr_follows f on f.id = due.follow_id
      join follower_registry r on r.id = f.registry_id
    ), parts as materialized (
      select n.id, n.follow_id, due_subscribers.id as subscriber_id
      from due_subscribers cross join lateral (
        select id from follower_registry where id = due_subscribers.id
        union all
        select id from follower_registry where merged_into = due_subscribers.id
      ) registry
      join radr_follows f on f.registry_id = registry.id
      join drop_notifications n on n.follow_id = f.id
      where ${isDue}
      order by n.id for update of n
    ), digests as (
      insert into drop_notifications (drop_id, follow_id)
      select null, min(follow_id) from parts group by subscriber_id
      returning id, follow_id
    ), taken as (
      update drop_notifications n set digest_id = digests.id
      from parts
      join (select subscriber_id, min(follow_id) as follow_id from parts group by 1) one
        using (subscriber_id)
      join digests on digests.follow_id = one.follow_id
      where n.id = parts.id
      returning n.id
    )
    select count(*) as count from taken`.execute(db)
  return rows[0]?.count ?? 0
}
