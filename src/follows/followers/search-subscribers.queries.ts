import { sql } from 'kysely'
import { containsText } from '../../platform/database/contains-text.ts'
import type { Queryable } from '../../platform/database.ts'

/** Followers who are read faster than all addresses are searched. */
export const fewFollowers = 2_000

/** Subscribers that are found and looked up faster than many followers are read. */
const fewSubscribers = 1_000

/** Ids of the subscribers of all members whose address contains the text, to be selected from. */
export const subscribersWith = (search: string) => sql<{ id: number }>`(
  select id from follower_registry where ${containsText(sql.ref('email'), search)}
  union all
  select r.id from users u join follower_registry r on r.user_id = u.id
  where r.email is null and ${containsText(sql.ref('u.email'), search)}
  limit ${sql.lit(fewSubscribers + 1)})`

/** Whether these are few. False where PostgreSQL lacks the index, without which they are found slowly. */
export async function areFewSubscribers(db: Queryable, search: string): Promise<boolean> {
  const { rows } = await sql<{ few: boolean }>`
    select case when to_regclass('follower_registry_search') is not null then (
      select count(*) <= ${sql.lit(fewSubscribers)} from ${subscribersWith(search)} found
    ) else false end as few`.execute(db)
  return rows[0]?.few ?? false
}
