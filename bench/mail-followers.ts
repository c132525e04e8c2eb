import { sql } from 'kysely'
import type { Database } from '../src/platform/database.ts'

// PGlite keeps the pending foreign key checks of a whole statement in its memory, which never shrinks.
const batchSize = 10_000

export async function addFollowers(db: Database, username: string, count: number) {
  for (let first = 1; first <= count; first += batchSize)
    await addBatch(db, username, first, Math.min(first + batchSize - 1, count))
}

/** In one statement, the trigger of the first follow would find one subscriber and keep a plan that reads all of them. */
async function addBatch(db: Database, username: string, first: number, last: number) {
  const { rows } = await sql<{ ids: number[] }>`
    with registered as (
      insert into follower_registry (email)
      select 'fan-' || n || '@mail.test' from generate_series(${sql.lit(first)}, ${sql.lit(last)}) n
      returning id
    )
    select array_agg(id) as ids from registered`.execute(db)
  await sql`
    insert into radr_follows (registry_id, radr_user_id, state, created_at, last_subscription_date)
    select registered.id, users.id, 'following', now() - interval '1 day', now() - interval '1 day'
    from unnest(${rows[0]?.ids}::int[]) registered (id), users where users.username = ${username}`.execute(
    db,
  )
}
