import { sql } from 'kysely'
import { containsText } from '../platform/database/contains-text.ts'
import type { Queryable } from '../platform/database.ts'

/** Followers whose addresses are read faster than all addresses are searched. */
export const fewFollowers = 2_000

/** Subscribers that are looked up one by one faster than the addresses of many followers are read. */
const fewSubscribers = 2_000

/**
 * The subscribers of all members whose address contains the text. Null where there are many, or where
 * PostgreSQL lacks the index.
 */
export async function findSubscribers(db: Queryable, search: string): Promise<number[] | null> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select case when to_regclass('follower_registry_search') is not null then array(
      select id from follower_registry where ${containsText(sql.ref('email'), search)}
      union all
      select r.id from users u join follower_registry r on r.user_id = u.id
      where r.email is null and ${containsText(sql.ref('u.email'), search)}
      limit ${sql.lit(fewSubscribers + 1)}
    ) end as ids`.execute(db)
  const ids = rows[0]?.ids ?? null
  return ids && ids.length <= fewSubscribers ? ids : null
}
