import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'
import { purgeResets } from './password-resets.queries.ts'

/** How long a used confirmation link still leads to "done", and a network is remembered. */
const graceMs = 90 * 24 * 60 * 60 * 1000

/** Deletes sessions and links that no longer do anything. */
export const purgeExpired = defineJob({
  name: 'purge-expired',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '23 3 * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>) {
    const now = clock.now()
    await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    await db
      .deleteFrom('sign_in_networks')
      .where('last_used_at', '<=', new Date(now.getTime() - graceMs))
      .execute()
    await purgeResets(db, now)
    await db
      .deleteFrom('email_confirmations')
      .where('expires_at', '<=', new Date(now.getTime() - graceMs))
      .execute()
  },
})
