import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { deleteInBatches } from '../platform/database/batches.ts'
import { defineJob } from '../platform/queue.ts'
import { longestWindowMs } from './mail-limits.ts'

export const purgeMails = defineJob({
  name: 'purge-mails',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '37 3 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const now = clock.now()
    const limit = new Date(now.getTime() - longestWindowMs)
    const uncounted = sql`requested_at <= ${limit}`
    const mails = await deleteInBatches(db, 'mailbox_mails', uncounted, signal)
    const ended = sql`until <= ${now}`
    const suppressions = await deleteInBatches(db, 'suppressed_addresses', ended, signal)
    log.info({ mails, suppressions }, 'records of mails and ended suppressions were purged')
  },
})
