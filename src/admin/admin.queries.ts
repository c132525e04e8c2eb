import { type RawBuilder, sql } from 'kysely'
import { avatarAddress } from '../members/members.queries.ts'
import { containsText } from '../platform/database/contains-text.ts'
import { findPage, isFarBack } from '../platform/database/find-page.ts'
import { ownConnection } from '../platform/database/own-connection.ts'
import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/endpoint.shared.ts'
import type { AdminRow, listAllMembers } from './admin.schemas.ts'

type ListOptions = QueryOf<typeof listAllMembers>

/** One page of all members, and how many match the search. Ties are sorted by id. */
export async function findAllMembers(
  db: Queryable,
  options: ListOptions,
): Promise<{ users: AdminRow[]; total: number }> {
  const { search, sortBy, sortDirection: sort, page, pageSize } = options
  const paging = { sort, page, pageSize }
  const matches = search === '' ? null : containsText(sql.ref('users.username'), search)
  if (page === 1) {
    // Where it begins does not depend on the total, so both are read at the same time.
    const [users, total] = await Promise.all([
      readPage(db, options, matches, findPage(paging, Number.POSITIVE_INFINITY)),
      countMembers(db, matches),
    ])
    return { users, total }
  }
  const skipsMonths = !matches && sortBy === 'created_at' && isFarBack(paging)
  const [total, months] = await Promise.all([
    countMembers(db, matches),
    skipsMonths ? findMonths(db) : [],
  ])
  return { users: await readPage(db, options, matches, findPage(paging, total, months)), total }
}

async function readPage(
  db: Queryable,
  { sortBy, sortDirection }: ListOptions,
  matches: RawBuilder<boolean> | null,
  { limit, offset, direction, start }: ReturnType<typeof findPage>,
): Promise<AdminRow[]> {
  const { key, id, members } = sorts[sortBy]
  const isAfterStart = start
    ? sql`users.created_at ${sql.raw(direction === 'asc' ? '>=' : '<')} ${start}`
    : sql`true`
  const { rows } = await sql<Row>`
    select users.id, username, avatar, users.created_at, hidden_reason,
      confirmed as follower_count, drops as drop_count, last_drop_at as last_drop_date
    from (
      -- The ids of the page from an index alone, so that rows that are skipped are not read.
      select ${id} as id from ${members} where ${matches ?? sql`true`} and ${isAfterStart}
      order by ${key} ${orderOf(sortBy, sortDirection, direction)}, ${id} ${sql.raw(direction)}
      limit ${limit} offset ${offset}
    ) page
    join users on users.id = page.id
    join follow_counts on follow_counts.user_id = users.id
    join drop_counts on drop_counts.user_id = users.id
    order by ${key} ${orderOf(sortBy, sortDirection, sortDirection)}, users.id ${sql.raw(sortDirection)}
  `.execute(db)
  return rows.map(presentRow)
}

async function countMembers(db: Queryable, matches: RawBuilder<boolean> | null): Promise<number> {
  const query = matches
    ? db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where(matches)
        .modifyEnd(ownConnection)
    : db.selectFrom('member_total').select('members as total')
  const { total } = await query.executeTakeFirstOrThrow()
  return total
}

const findMonths = (db: Queryable) =>
  db
    .selectFrom('members_by_month')
    .select(['month', 'members as entries'])
    .orderBy('month')
    .execute()

// PostgreSQL leaves a left join out where the search does not need it.
const byFollowers = sql`follow_counts left join users on users.id = follow_counts.user_id`
const byDrops = sql`drop_counts left join users on users.id = drop_counts.user_id`

/** What each order sorts by, and the tables whose index has that order. */
const sorts = {
  created_at: { key: sql`users.created_at`, id: sql`users.id`, members: sql`users` },
  // Byte order is the same on both engines and in every locale.
  username: {
    key: sql`lower(users.username) collate "C"`,
    id: sql`users.id`,
    members: sql`users`,
  },
  follower_count: { key: sql`confirmed`, id: sql`follow_counts.user_id`, members: byFollowers },
  drop_count: { key: sql`drops`, id: sql`drop_counts.user_id`, members: byDrops },
  last_drop_date: { key: sql`last_drop_at`, id: sql`drop_counts.user_id`, members: byDrops },
} satisfies Record<ListOptions['sortBy'], unknown>

/** Members without a drop come last in either order, and first where the list is read from its end. */
function orderOf(
  sortBy: ListOptions['sortBy'],
  sort: ListOptions['sortDirection'],
  direction: ListOptions['sortDirection'],
) {
  if (sortBy !== 'last_drop_date') return sql.raw(direction)
  return sql.raw(`${direction} nulls ${direction === sort ? 'last' : 'first'}`)
}

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
