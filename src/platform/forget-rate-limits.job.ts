import type { Context } from './context.ts'
import type { JobKind } from './queue.ts'

export const forgetRateLimits: JobKind<object> = {
  name: 'forget-rate-limits',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
}

/** Removes counts that no longer count, every few minutes. */
export async function startForgettingRateLimits(context: Context) {
  await context.queue.work(forgetRateLimits, () => removeOldCounts(context))
  await context.queue.schedule(forgetRateLimits, '*/10 * * * *')
}

export async function removeOldCounts({ db, clock }: Context) {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', clock.now()).execute()
}
