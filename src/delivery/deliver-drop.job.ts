import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'
import { enqueueRecipients, findIncomplete } from './enqueue-recipients.ts'

/** What delivery's jobs need: `notifySender` wakes the sender of this process. */
export type DeliveryContext = Pick<Context, 'db' | 'clock'> & { notifySender(): void }

/**
 * Writes a delivery for each recipient of a drop, which senders then claim. It is safe to run again
 * from the start, so one whose process died is tried again when its heartbeat is missed, without end.
 */
export const deliverDrop = defineJob({
  name: 'deliver-drop',
  options: {
    retryLimit: 10_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
    expireInSeconds: 60 * 60,
    heartbeatSeconds: 10,
    notify: true,
  },
  run: (context: DeliveryContext, { dropId }: { dropId: number }, signal) =>
    enqueueRecipients(context, dropId, signal),
})

/**
 * The same for every drop whose recipients are incomplete. It runs at each start, because the queue
 * takes up to a minute to miss a process that died, and every five minutes, so that no drop depends
 * on one job.
 */
export const deliverIncomplete = defineJob({
  name: 'deliver-incomplete',
  options: { retryLimit: 0, heartbeatSeconds: 10, deleteAfterSeconds: 60 * 60, notify: true },
  schedule: '*/5 * * * *',
  runAtStart: true,
  async run(context: DeliveryContext, _, signal) {
    for (const dropId of await findIncomplete(context.db))
      await enqueueRecipients(context, dropId, signal)
  },
})
