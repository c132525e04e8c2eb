import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import { avatarAddress, lowerUsername } from '../members.queries.ts'

const maxFound = 20

type FoundMember = { username: string; avatar: string | null }

export async function searchMembers(db: Queryable, text: string): Promise<FoundMember[]> {
  const rows = await db
    .selectFrom('users')
    .select(['username', 'avatar'])
    .where(containsText(sql.ref('users.username'), text))
    .where('hidden_reason', 'is', null)
    .orderBy(sql`starts_with(${lowerUsername}, lower(${text}))`, 'desc')
    .orderBy(lowerUsername)
    .limit(maxFound)
    .execute()
  return rows.map(({ username, avatar }) => ({ username, avatar: avatarAddress(avatar) }))
}

/** Without it a search reads every row. */
export async function hasSearchIndex(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('users_username_search') is not null`.execute(
    db,
  )
  return rows.length > 0
}

/** Case-insensitive substring match, which a trigram index of `lower(text)` speeds up. */
export const containsText = (text: Expression<string | null>, typed: string): RawBuilder<boolean> =>
  sql`lower(${text}) like ${patternOf(typed)}`

/** Matches texts in lower case that contain what was typed. `%` and `_` have no special meaning. */
export const patternOf = (typed: string) =>
  sql`lower(${`%${typed.replace(/[\\%_]/g, '\\$&')}%`}::text)`
