import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import { avatarPath, lowerUsername } from '../members.queries.ts'

const maxFound = 20

type FoundMember = { username: string; avatar: string | null }

/** A shorter text is a prefix, because a trigram index does not find parts of names by it. */
const minPartLength = 3

export async function searchMembers(db: Queryable, text: string): Promise<FoundMember[]> {
  const rows = await selectFound(db, text).execute()
  return rows.map(({ username, avatar }) => ({ username, avatar: avatarPath(avatar) }))
}

export const selectFound = (db: Queryable, text: string) =>
  [...text].length < minPartLength ? selectByPrefix(db, text) : selectByPart(db, text)

/** The index `users_by_name` serves range and order, so that only the rows that are shown are read. `~` sorts after all characters of a name. */
const selectByPrefix = (db: Queryable, text: string) =>
  selectShown(db)
    .where(sql<boolean>`${nameInBytes} >= lower(${text})`)
    .where(sql<boolean>`${nameInBytes} < lower(${text}) || '~'`)
    .orderBy(nameInBytes)
    .limit(maxFound)

const selectByPart = (db: Queryable, text: string) =>
  selectShown(db)
    .where(containsText(sql.ref('users.username'), text))
    .orderBy(sql`starts_with(${lowerUsername}, lower(${text}))`, 'desc')
    .orderBy(lowerUsername)
    .limit(maxFound)

const selectShown = (db: Queryable) =>
  db.selectFrom('users').select(['username', 'avatar']).where('hidden_reason', 'is', null)

const nameInBytes = sql`${lowerUsername} collate "C"`

/** A search without the index reads every row. */
export async function hasSearchIndex(db: Queryable): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index
    where indexrelid = to_regclass('users_username_search') and indisvalid`.execute(db)
  return rows.length > 0
}

/** Case-insensitive substring match, which a trigram index of `lower(text)` speeds up. */
export const containsText = (text: Expression<string | null>, typed: string): RawBuilder<boolean> =>
  sql`lower(${text}) like ${patternOf(typed)}`

/** Matches texts in lower case that contain what was typed. `%` and `_` have no special meaning. */
export const patternOf = (typed: string) =>
  sql`lower(${`%${typed.replace(/[\\%_]/g, '\\$&')}%`}::text)`
