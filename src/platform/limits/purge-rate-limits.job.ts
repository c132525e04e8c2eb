import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { deleteInBatches } from '../database/batches.ts'
import { defineJob } from '../queue.ts'

/** Deletes counts whose window has ended. */
export const purgeRateLimits = defineJob({
  name: 'purge-rate-limits',
  options: { retryLimit: 0, deleteAfterSeconds: 60 * 60 },
  schedule: '*/10 * * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>, _, signal) {
    await deleteInBatches(db, 'rate_limits', sql`resets_at <= ${clock.now()}`, signal)
  },
})
