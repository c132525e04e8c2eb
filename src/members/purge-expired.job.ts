import type { Context } from '../platform/context.ts'
import { defineJob } from '../platform/queue.ts'

const day = 24 * 60 * 60 * 1000
/** How long a used confirmation link still shows that it was used, and a network is remembered. */
const keptMs = 90 * day

/** Deletes sessions and links that are of no use any more. */
export const purgeExpired = defineJob({
  name: 'purge-expired',
  options: { retryLimit: 3, retryDelay: 60 },
  schedule: '23 3 * * *',
  async run({ db, clock }: Pick<Context, 'db' | 'clock'>) {
    const now = clock.now()
    await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    await db
      .deleteFrom('sign_in_networks')
      .where('last_used_at', '<=', new Date(now.getTime() - keptMs))
      .execute()
    await db
      .deleteFrom('password_resets')
      .where('expires_at', '<=', new Date(now.getTime() - day))
      .execute()
    await db
      .deleteFrom('email_confirmations')
      .where('expires_at', '<=', new Date(now.getTime() - keptMs))
      .execute()
  },
})
