import type { Context } from '../context.ts'
import { defineJob } from '../queue.ts'

/** Deletes counts whose window has ended. */
export const purgeRateLimits = defineJob({
  name: 'purge-rate-limits',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '*/10 * * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>) {
    await db.deleteFrom('rate_limits').where('resets_at', '<=', clock.now()).execute()
  },
})
