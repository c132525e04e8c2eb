import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { batchSize, deleteInBatches, inBatches } from '../../platform/database/batches.ts'
import type { Transaction } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'

const keptMs = 7 * 24 * 60 * 60 * 1000

export const purgeUnconfirmed = defineJob({
  name: 'purge-unconfirmed',
  options: { retryLimit: 3, expireInSeconds: 600 },
  schedule: '17 * * * *',
  async run({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>, _, signal) {
    const now = clock.now()
    const limit = new Date(now.getTime() - keptMs)
    const unconfirmed = sql`not verified and state <> 'blocked'
      and coalesce(last_verification_email, created_at) <= ${limit}
      -- The mail may have waited for the mail server before it was sent, or wait for it still.
      and (verification_expires_at is null or verification_expires_at <= ${now})
      and not exists (select from mails where follow_id = radr_follows.id and due_at is not null)`
    const follows = await deleteInBatches(db, 'radr_follows', unconfirmed, signal)
    let addresses = 0
    await inBatches(async () => {
      const batch = await db.transaction().execute(trx => purgeSubscribers(trx))
      addresses += batch.deleted
      return batch.examined
    }, signal)
    log.info({ follows, addresses }, 'unconfirmed follows were purged')
  },
})

/**
 * Deletes subscribers without follows. They are locked first and checked by a later statement: a request to follow locks
 * its subscriber too, so a concurrent one is either seen here or creates the subscriber again.
 */
async function purgeSubscribers(trx: Transaction) {
  const { rows } = await sql<{ id: number }>`
    select registry_id as id from unused_subscribers limit ${sql.lit(batchSize)} for update skip locked`.execute(
    trx,
  )
  const ids = sql`any(${rows.map(({ id }) => id)}::int[])`
  const { rows: locked } = await sql<{ id: number }>`
    select id from follower_registry where id = ${ids} for update skip locked`.execute(trx)
  const lockedIds = sql`any(${locked.map(({ id }) => id)}::int[])`
  const { numAffectedRows } = await sql`
    delete from follower_registry where id = ${lockedIds} and user_id is null
      and not exists (select from radr_follows where registry_id = follower_registry.id)`.execute(
    trx,
  )
  await sql`
    delete from unused_subscribers where registry_id = ${ids} and (registry_id = ${lockedIds}
      or not exists (select from follower_registry where id = registry_id))`.execute(trx)
  return { examined: rows.length, deleted: Number(numAffectedRows) }
}
