import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'
import { longestWindowMs } from './mail-limits.ts'

/** Deletes the records of mails that no limit counts any more. */
export const purgeMails = defineJob({
  name: 'purge-mails',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '37 3 * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>) {
    await db
      .deleteFrom('mailbox_mails')
      .where('requested_at', '<=', new Date(clock.now().getTime() - longestWindowMs))
      .execute()
  },
})
