import type { WorkerContext } from '../platform/account-mail.ts'
import type { JobKind } from '../platform/queue.ts'
import { fillLedger } from './fill-ledger.ts'
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

export async function startDelivery({ db, queue, clock }: WorkerContext, sender: Sender) {
  await queue.work(deliverDrop, ({ dropId }, signal) =>
    fillLedger(db, dropId, { now: () => clock.now(), more: sender.wake, signal }),
  )
}
