import type { WorkerContext } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { fillLedger, findUnfilled } from './fill-ledger.ts'
import type { Sender } from './sender.ts'

/**
 * Writes a drop's recipients into the ledger, from which senders take them. It is safe to run again
 * from the start, so one whose process died is tried again when its heartbeat is missed, without end.
 */
export const deliverDrop: JobKind<{ dropId: number }> = {
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
}

/**
 * The same for every drop that is not done. It runs at each start, because the queue takes up to a
 * minute to miss a process that died, and now and then, so that no drop depends on one job.
 */
export const deliverUnfilled: JobKind<object> = {
  name: 'deliver-unfilled',
  options: { retryLimit: 0, heartbeatSeconds: 10, deleteAfterSeconds: 60 * 60, notify: true },
}

export async function startDelivery({ db, queue, clock }: WorkerContext, sender: Sender) {
  const fill = (dropId: number, signal: AbortSignal) =>
    fillLedger(db, dropId, { now: () => clock.now(), more: sender.wake, signal })
  await queue.work(deliverDrop, ({ dropId }, signal) => fill(dropId, signal))
  await queue.work(deliverUnfilled, async (_, signal) => {
    for (const dropId of await findUnfilled(db)) await fill(dropId, signal)
  })
  await queue.schedule(deliverUnfilled, '*/5 * * * *')
  await db.transaction().execute(trx => queue.send(deliverUnfilled, {}, trx))
}
