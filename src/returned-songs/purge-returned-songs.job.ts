import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { deleteInBatches } from '../platform/database/batches.ts'
import { defineJob } from '../platform/queue.ts'

const keptMs = 365 * 24 * 60 * 60 * 1000

/** Deletes songs that came back a year ago. */
export const purgeReturnedSongs = defineJob({
  name: 'purge-returned-songs',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '43 3 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const limit = new Date(clock.now().getTime() - keptMs)
    const songs = await deleteInBatches(db, 'returned_songs', sql`created_at <= ${limit}`, signal)
    log.info({ songs }, 'old returned songs were purged')
  },
})
