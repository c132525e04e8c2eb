import { sql } from 'kysely'
import type { Database } from '../src/platform/database.ts'

/** Adds `count` followers who confirmed by mail a day ago. */
export async function addFollowers(db: Database, username: string, count: number) {
  await sql`
    with registered as (
      insert into follower_registry (email)
      select 'fan-' || n || '@mail.test' from generate_series(1, ${sql.lit(count)}) n
      returning id
    )
    insert into radr_follows (registry_id, radr_user_id, verified, created_at, last_subscription_date)
    select registered.id, users.id, true, now() - interval '1 day', now() - interval '1 day'
    from registered, users where users.username = ${username}`.execute(db)
}
