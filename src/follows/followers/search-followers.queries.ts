import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../contract/tables.ts'
import { containsText, patternOf } from '../../platform/database/contains-text.ts'
import { ownConnection } from '../../platform/database/own-connection.ts'
import type { Queryable } from '../../platform/database.ts'

/** Followers who are read faster than all addresses are searched. */
const fewFollowers = 2_000

/** Subscribers that are found and looked up faster than many followers are read. */
const fewSubscribers = 1_000

type Follows = SelectQueryBuilder<Tables, 'radr_follows', object>
type Options = { search: string; sort: 'asc' | 'desc'; page: number; pageSize: number }

/** One page of those of the `follows` of a member with so many `followers` whose address contains the text. */
export async function searchFollows(
  db: Queryable,
  follows: Follows,
  followers: number,
  options: Options,
): Promise<{ ids: number[]; total: number }> {
  const { sort, page, pageSize } = options
  const sorted = follows.select('id').orderBy('created_at', sort).orderBy('id', sort)
  const offset = (page - 1) * pageSize
  const ids = followers > fewFollowers && (await searchSubscribers(db, sorted, options))
  if (ids) return { ids: ids.slice(offset, offset + pageSize), total: ids.length }
  // The index of the list has the text, so no other row is read. The pattern is a subquery, because
  // it would be put in lower case again for each row.
  const matches = sql<boolean>`search_text like (select ${patternOf(options.search)})`
  const [rows, { total }] = await Promise.all([
    sorted.where(matches).limit(pageSize).offset(offset).modifyEnd(ownConnection).execute(),
    follows
      .where(matches)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .modifyEnd(ownConnection)
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

/**
 * Ids of all matching follows by way of the matching subscribers of all members; null if these are many, or if
 * PostgreSQL lacks the index, without which they are found slowly.
 */
async function searchSubscribers(
  db: Queryable,
  follows: SelectQueryBuilder<Tables, 'radr_follows', { id: number }>,
  { search }: Options,
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
