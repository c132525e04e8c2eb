import { sql } from 'kysely'
import { batchSize, inBatches } from '../platform/database/batches.ts'
import type { Database } from '../platform/database.ts'

/**
 * Copies changed follower counts to the members' tracks. Lists that are being changed wait for the next
 * time: a change locks its tracks in another order.
 */
export async function copyFollowers(db: Database, signal?: AbortSignal) {
  await inBatches(async () => {
    const { rows } = await sql<{ found: number }>`
      with members as materialized (
        select users.id from users
        where id = any(array(select user_id from follow_counts where confirmed <> copied limit ${batchSize}))
        order by id for no key update skip locked
      ), counts as (
        update follow_counts set copied = confirmed from members where user_id = members.id
        returning user_id, confirmed
      ), copied as (
        update tracks set followers = confirmed from counts
        where tracks.user_id = counts.user_id and followers <> confirmed
      )
      select count(*) as found from counts`.execute(db)
    return rows[0]?.found ?? 0
  }, signal)
}
