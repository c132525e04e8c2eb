import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { batchSize, deleteInBatches, inBatches } from '../platform/database/batches.ts'
import type { Transaction } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'

const keptMs = 7 * 24 * 60 * 60 * 1000

/** Deletes follows that were never confirmed, and then addresses that nothing needs any more. */
export const purgeUnconfirmed = defineJob({
  name: 'purge-unconfirmed',
  options: { retryLimit: 3, expireInSeconds: 600 },
  schedule: '17 * * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const now = clock.now()
    const limit = new Date(now.getTime() - keptMs)
    const unconfirmed = sql`not verified and merged_into is null
      and coalesce(last_verification_email, created_at) <= ${limit}
      -- The mail may have waited for the mail server before it was sent.
      and (verification_expires_at is null or verification_expires_at <= ${now})`
    const follows = await deleteInBatches(db, 'radr_follows', unconfirmed, signal)
    const addresses = await inBatches(
      () => db.transaction().execute(trx => purgeSubscribers(trx, limit)),
      signal,
    )
    log.info({ follows, addresses }, 'unconfirmed follows were purged')
  },
})

/**
 * Locked first and then looked at by a statement of their own: a request to follow locks its subscriber
 * too, so one that is made at the same time is either seen here or creates the subscriber again.
 */
async function purgeSubscribers(trx: Transaction, limit: Date): Promise<number> {
  const locked = await trx
    .selectFrom('follower_registry')
    .select('id')
    .where('user_id', 'is', null)
    .where('merged_into', 'is', null)
    .where('created_at', '<=', limit)
    .where(hasNoFollows)
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = locked.map(({ id }) => id)
  const { numDeletedRows } = await trx
    .deleteFrom('follower_registry')
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where(hasNoFollows)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const hasNoFollows = sql<boolean>`not exists (
  select from radr_follows where registry_id = follower_registry.id)`
