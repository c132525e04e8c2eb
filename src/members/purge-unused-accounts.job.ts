import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { batchSize, inBatches } from '../platform/database/batches.ts'
import type { Transaction } from '../platform/database.ts'
import { defineJob } from '../platform/queue.ts'

/** Unused sessions and remembered networks last shorter, so nobody has used the account for 90 days. */
const keptMs = 180 * 24 * 60 * 60 * 1000

/** Accounts that were never confirmed and never used. What counts for the limits of their mailboxes stays. */
export const purgeUnusedAccounts = defineJob({
  name: 'purge-unused-accounts',
  options: { retryLimit: 3, retryDelay: 60, expireInSeconds: 60 * 60 },
  schedule: '53 3 * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const now = clock.now()
    let after = 0
    let accounts = 0
    await inBatches(async () => {
      const { found, last, deleted } = await db
        .transaction()
        .execute(trx => deleteUnused(trx, after, now))
      after = last
      accounts += deleted
      return found
    }, signal)
    log.info({ accounts }, 'unused accounts were purged')
  },
})

/** Locked first, then looked at again: what refers to an account locks it, so it is seen here or finds no account. */
async function deleteUnused(trx: Transaction, after: number, now: Date) {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .where('created_at', '<=', new Date(now.getTime() - keptMs))
    .where(isUnused(now))
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = found.map(({ id }) => id)
  const { numDeletedRows } = await trx
    .deleteFrom('users')
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where(isUnused(now))
    .executeTakeFirstOrThrow()
  return { found: ids.length, last: ids.at(-1) ?? after, deleted: Number(numDeletedRows) }
}

const isUnused = (now: Date) => sql<boolean>`
  email_confirmed_at is null and not is_admin and not is_dev_user and accepts_songs
  and avatar is null and spotify_user_id is null and tracks_updated_at is null
  and not exists (select from sessions where user_id = users.id and expires_at > ${now})
  and not exists (select from sign_in_networks where user_id = users.id)
  and not exists (select from previous_usernames where user_id = users.id)
  and not exists (select from tracks where user_id = users.id)
  and not exists (select from drops where user_id = users.id)
  and not exists (select from radr_follows where radr_user_id = users.id)
  and not exists (select from follower_registry r join radr_follows on registry_id = r.id
    where r.user_id = users.id)`
