import { defineJob } from '../platform/queue.ts'
import { type DeliveryContext, enqueueRecipients } from './enqueue-recipients.ts'
import { recordEnded } from './record-ended.ts'

/** Adds the deliveries of a drop. It is idempotent, so a job whose heartbeat stops is retried for days. */
export const deliverDrop = defineJob({
  name: 'deliver-drop',
  options: {
    retryLimit: 10_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    expireInSeconds: 60 * 60,
    heartbeatSeconds: 10,
  },
  run: (context: DeliveryContext, { dropId }: { dropId: number }, signal) =>
    enqueueRecipients(context, dropId, signal),
})

/**
 * Continues drops whose recipients are not all enqueued, and records those whose delivery has ended. Runs at each start,
 * because the queue takes a minute to detect a dead process; and every five minutes, so that no drop depends on one job.
 */
export const deliverIncomplete = defineJob({
  name: 'deliver-incomplete',
  options: { retryLimit: 0, heartbeatSeconds: 10, deleteAfterSeconds: 60 * 60 },
  schedule: '*/5 * * * *',
  runAtStart: true,
  async run(context: DeliveryContext, _, signal) {
    const incomplete = await context.db
      .selectFrom('drops')
      .select('id')
      .where('enqueued_at', 'is', null)
      .orderBy('id')
      .execute()
    const failures: unknown[] = []
    // One that fails must not hold the drops of other members.
    for (const { id } of incomplete)
      await enqueueRecipients(context, id, signal).catch(error => failures.push(error))
    await recordEnded(context.db, signal)
    if (failures.length > 0) throw failures[0]
  },
})
