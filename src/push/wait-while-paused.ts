import { readMailFlow } from '../mail/pausing/mail-flow.queries.ts'
import type { Context } from '../platform/context.ts'
import type { Job } from '../platform/queue.ts'

const waitMs = 60_000

/**
 * Notifications follow the pause of all mail. Returns true if the job has to wait: then it has been enqueued again, which
 * uses up none of its retries.
 */
export async function waitsWhilePaused<Data extends object>(
  { db, queue, clock }: Pick<Context, 'db' | 'queue' | 'clock'>,
  job: Job<never, Data>,
  data: Data,
): Promise<boolean> {
  const { paused_at } = await readMailFlow(db)
  if (paused_at === null) return false
  const startAfter = new Date(clock.now().getTime() + waitMs)
  await db.transaction().execute(trx => queue.send(job, data, trx, { startAfter }))
  return true
}
