import { type RawBuilder, sql } from 'kysely'
import { avatarPath, findAnyMemberByName, updateMember } from '../members/members.queries.ts'
import { containsText } from '../members/search/search-members.queries.ts'
import { ownConnection } from '../platform/database/pipelining-driver.ts'
import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/http/endpoint.shared.ts'
import type { AdminRow, listAllMembers } from './admin.schemas.ts'

type ListOptions = QueryOf<typeof listAllMembers>

export async function findAllMembers(
  db: Queryable,
  options: ListOptions,
): Promise<{ users: AdminRow[]; total: number }> {
  const matches =
    options.search === ''
      ? sql<boolean>`true`
      : containsText(sql.ref('users.username'), options.search)
  const [users, { total }] = await Promise.all([
    readPage(db, options, matches),
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where(matches)
      .modifyEnd(ownConnection)
      .executeTakeFirstOrThrow(),
  ])
  return { users, total }
}

async function readPage(
  db: Queryable,
  { sortBy, sortDirection, page, pageSize }: ListOptions,
  matches: RawBuilder<boolean>,
): Promise<AdminRow[]> {
  const { key, id, members } = sorts[sortBy]
  const direction = sql.raw(sortDirection)
  const nulls = sortBy === 'last_drop_date' ? sql`nulls last` : sql``
  const { rows } = await sql<Row>`
    select users.id, username, avatar, users.created_at, hidden_reason as "hiddenReason",
      confirmed as "followerCount", drops as "dropCount", last_drop_at as "lastDropDate"
    from (
      -- The ids of the page from an index alone, so that rows that are skipped are not read.
      select ${id} as id from ${members} where ${matches}
      order by ${key} ${direction} ${nulls}, ${id} ${direction}
      limit ${pageSize} offset ${(page - 1) * pageSize}
    ) page
    join users on users.id = page.id
    join follow_counts on follow_counts.user_id = users.id
    join drop_counts on drop_counts.user_id = users.id
    order by ${key} ${direction} ${nulls}, users.id ${direction}
  `.execute(db)
  return rows.map(row => ({
    ...row,
    avatar: avatarPath(row.avatar),
    lastDropDate: row.lastDropDate?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }))
}

type Row = Omit<AdminRow, 'created_at' | 'lastDropDate'> & {
  created_at: Date
  lastDropDate: Date | null
}

// PostgreSQL leaves a left join out where the search does not need it.
const inUsers = { id: sql.ref('users.id'), members: sql`users` }
const inFollowCounts = {
  id: sql.ref('follow_counts.user_id'),
  members: sql`follow_counts left join users on users.id = follow_counts.user_id`,
}
const inDropCounts = {
  id: sql.ref('drop_counts.user_id'),
  members: sql`drop_counts left join users on users.id = drop_counts.user_id`,
}

const sorts = {
  created_at: { key: sql`users.created_at`, ...inUsers },
  // Byte order is the same on both engines and in every locale.
  username: { key: sql`lower(users.username) collate "C"`, ...inUsers },
  follower_count: { key: sql`confirmed`, ...inFollowCounts },
  drop_count: { key: sql`drops`, ...inDropCounts },
  last_drop_date: { key: sql`last_drop_at`, ...inDropCounts },
} satisfies Record<ListOptions['sortBy'], unknown>

type Role = 'admin' | 'dev'

/** Grants or revokes a role, from the member's next request on. Returns the username as it was registered. */
export async function setRole(db: Queryable, username: string, role: Role, on: boolean) {
  const { id } = await findAnyMemberByName(db, username)
  const member = await updateMember(
    db,
    id,
    role === 'admin' ? { is_admin: on } : { is_dev_user: on },
  )
  return member.username
}
