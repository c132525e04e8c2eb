import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../contract/tables.ts'
import { containsText, patternOf } from '../../platform/database/contains-text.ts'
import type { Queryable } from '../../platform/database.ts'

/** Subscribers that are found and looked up faster than many followers are read. */
const fewSubscribers = 1_000

/** The pattern is a subquery, because it would be put in lower case again for each row. */
export const matchesSearch = (typed: string) =>
  sql<boolean>`search_text like (select ${patternOf(typed)})`

/** By way of the matching subscribers of all members; null if these are many, or if PostgreSQL lacks the index. */
export async function searchSubscribers(
  db: Queryable,
  follows: SelectQueryBuilder<Tables, 'radr_follows', { id: number }>,
  search: string,
): Promise<number[] | null> {
  const matching = follows.where(sql<boolean>`registry_id in (select id from found)`)
  const { rows } = await sql<{ ids: number[] | null }>`
    with found as materialized (
      select id from follower_registry where ${containsText(sql.ref('email'), search)}
      union all
      select r.id from users u join follower_registry r on r.user_id = u.id
      where r.email is null and ${containsText(sql.ref('u.email'), search)}
      limit ${sql.lit(fewSubscribers + 1)}
    ), amount as (
      select case when to_regclass('follower_registry_search') is not null
        then (select count(*) <= ${sql.lit(fewSubscribers)} from found) else false end as few
    )
    select case when few then to_json(array${matching}) end as ids from amount`.execute(db)
  return rows[0]?.ids ?? null
}
