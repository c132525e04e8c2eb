import { sql } from 'kysely'
import { containsText } from '../../platform/database/contains-text.ts'
import type { Queryable } from '../../platform/database.ts'
import { avatarAddress, lowerUsername } from '../members.queries.ts'
import type { FoundMember } from '../members.schemas.ts'

const maxFound = 20

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
