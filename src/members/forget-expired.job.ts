import type { Context } from '../platform/context.ts'
import type { JobKind } from '../platform/queue.ts'
import { forgetResets } from './password-resets.queries.ts'

export const forgetExpiredJob: JobKind<object> = {
  name: 'forget-expired',
  options: { retryLimit: 3, retryDelay: 60 },
}

/** A used confirmation link goes on to answer "done" this long after it stopped to prove anything. */
const graceMs = 90 * 24 * 60 * 60 * 1000

/** Deletes sessions and links that no longer do anything. */
export async function forgetExpired({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const now = clock.now()
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await forgetResets(db, now)
  await db
    .deleteFrom('email_confirmations')
    .where('expires_at', '<=', new Date(now.getTime() - graceMs))
    .execute()
}
