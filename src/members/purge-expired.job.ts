import { sql } from 'kysely'
import { maxWaitingMs } from '../mail/purge-mails.job.ts'
import type { Context } from '../platform/context.ts'
import { deleteInBatches } from '../platform/database/batches.ts'
import { defineJob } from '../platform/queue.ts'

const day = 24 * 60 * 60 * 1000

/** How long rows are kept after the time in a column. */
const expiring = [
  ['sessions', 'expires_at', 0],
  // The link works from the time at which its mail is sent.
  ['password_resets', 'expires_at', maxWaitingMs],
  ['email_confirmations', 'expires_at', 90 * day],
  ['invitations', 'expires_at', 0],
  ['deleted_usernames', 'reserved_until', 0],
  ['sign_in_networks', 'last_used_at', 90 * day],
] as const

export const purgeExpired = defineJob({
  name: 'purge-expired',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '23 3 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const deleted: Record<string, number> = {}
    for (const [table, column, keptMs] of expiring) {
      const isExpired = sql`${sql.ref(column)} <= ${new Date(clock.now().getTime() - keptMs)}`
      deleted[table] = await deleteInBatches(db, table, isExpired, signal)
    }
    log.info(deleted, 'expired sessions and links were purged')
  },
})
