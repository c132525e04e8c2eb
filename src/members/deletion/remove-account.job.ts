import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { batchSize, deleteInBatches, inBatches } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database.ts'
import { defineJob } from '../../platform/queue.ts'

/** In batches: the cascade from `users` could hold its locks for minutes. Interrupted, it continues with what is left. */
export const removeAccount = defineJob({
  name: 'remove-account',
  options: { retryLimit: 20, retryDelay: 30, retryBackoff: true, expireInSeconds: 60 * 60 },
  async run({ db, log }: Pick<Context, 'db' | 'log'>, { userId }: { userId: number }, signal) {
    const ofDrops = sql`drop_id in (select id from drops where user_id = ${userId})`
    await deleteInBatches(db, 'drop_notifications', ofDrops, signal)
    const followers = await inBatches(() => deleteFollowers(db, userId), signal)
    await inBatches(() => deleteFollows(db, userId), signal)
    await db.deleteFrom('users').where('id', '=', userId).execute()
    log.info({ followers }, 'a deleted account was removed')
  },
})

function deleteFollowers(db: Database, userId: number): Promise<number> {
  return db.transaction().execute(async trx => {
    const { rows: follows } = await sql<{ id: number }>`
      select id from radr_follows where radr_user_id = ${userId}
      order by id limit ${sql.lit(batchSize)}`.execute(trx)
    const followIds = follows.map(({ id }) => id)
    const { rows } = await sql<{ registry_id: number }>`
      delete from radr_follows where id = any(${followIds}::bigint[])
      returning registry_id`.execute(trx)
    const ids = rows.map(row => row.registry_id)
    // A request to follow locks its subscriber before it adds the follow, so the next statement sees it.
    await sql`
      select from follower_registry where id = any(${ids}::int[]) order by id for update`.execute(
      trx,
    )
    await sql`
      delete from follower_registry where id = any(${ids}::int[])
        and user_id is null
        and not exists (select from radr_follows where registry_id = follower_registry.id)
    `.execute(trx)
    return follows.length
  })
}

function deleteFollows(db: Database, userId: number): Promise<number> {
  return db.transaction().execute(async trx => {
    const { rows } = await sql<{ id: number }>`
      select f.id from follower_registry account
      join radr_follows f on f.registry_id = account.id
      where account.user_id = ${userId} order by f.id limit ${sql.lit(batchSize)}`.execute(trx)
    const ids = rows.map(({ id }) => id)
    await sql`delete from radr_follows where id = any(${ids}::bigint[])`.execute(trx)
    return ids.length
  })
}
