import { type RawBuilder, sql } from 'kysely'
import { avatarAddress } from '../members/members.queries.ts'
import { containsText } from '../platform/database/contains-text.ts'
import { ownConnection } from '../platform/database/own-connection.ts'
import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/endpoint.shared.ts'
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
  const { key, id, members, nulls } = sorts[sortBy]
  const direction = sql.raw(sortDirection)
  const { rows } = await sql<Row>`
    select users.id, username, avatar, users.created_at, hidden_reason,
      confirmed as follower_count, drops as drop_count, last_drop_at as last_drop_date
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
  return rows.map(presentRow)
}

// PostgreSQL leaves a left join out where the search does not need it.
const byFollowers = sql`follow_counts left join users on users.id = follow_counts.user_id`
const byDrops = sql`drop_counts left join users on users.id = drop_counts.user_id`

const usersId = sql.ref('users.id')
const dropsId = sql.ref('drop_counts.user_id')
const anyNulls = sql``

const sorts = {
  created_at: { key: sql`users.created_at`, id: usersId, members: sql`users`, nulls: anyNulls },
  // Byte order is the same on both engines and in every locale.
  username: {
    key: sql`lower(users.username) collate "C"`,
    id: usersId,
    members: sql`users`,
    nulls: anyNulls,
  },
  follower_count: {
    key: sql`confirmed`,
    id: sql.ref('follow_counts.user_id'),
    members: byFollowers,
    nulls: anyNulls,
  },
  drop_count: { key: sql`drops`, id: dropsId, members: byDrops, nulls: anyNulls },
  last_drop_date: { key: sql`last_drop_at`, id: dropsId, members: byDrops, nulls: sql`nulls last` },
} satisfies Record<ListOptions['sortBy'], unknown>

type Row = {
  id: number
  username: string
  avatar: string | null
  created_at: Date
  follower_count: number
  drop_count: number
  last_drop_date: Date | null
  hidden_reason: string | null
}

function presentRow(row: Row): AdminRow {
  return {
    id: row.id,
    username: row.username,
    avatar: avatarAddress(row.avatar),
    followerCount: row.follower_count,
    dropCount: row.drop_count,
    lastDropDate: row.last_drop_date?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    hiddenReason: row.hidden_reason,
  }
}
