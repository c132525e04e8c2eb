import { sql } from 'kysely'
import { isConfirmedFollow } from '../follows/follows.queries.ts'
import { avatarAddress } from '../members/members.queries.ts'
import { containsText } from '../platform/database/contains-text.ts'
import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/endpoint.contract.ts'
import type { AdminRow, listAllMembers } from './admin.contract.ts'

type ListOptions = QueryOf<typeof listAllMembers>

/** One page of all members, and how many match the search. Ties are sorted by id. */
export async function findAllMembers(
  db: Queryable,
  { search, sortBy, sortDirection, page, pageSize }: ListOptions,
): Promise<{ users: AdminRow[]; total: number }> {
  const members = db
    .selectFrom('users')
    .$if(search !== '', users => users.where(containsText(sql.ref('users.username'), search)))
  const { total } = await members
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await members
    .select([
      'id',
      'username',
      'avatar',
      'created_at',
      followerCount.as('follower_count'),
      dropCount.as('drop_count'),
      lastDropDate.as('last_drop_date'),
    ])
    // Members without a drop come last in either direction.
    .orderBy(sorts[sortBy], order => order[sortDirection]().nullsLast())
    .orderBy('id', sortDirection)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { users: rows.map(presentRow), total }
}

// Sub-selects rather than joins: sorted by name or age, only the ten rows of a page are counted.

const followerCount = sql<number>`(select count(*) from radr_follows
  where radr_user_id = users.id and ${isConfirmedFollow})`

const dropCount = sql<number>`(select count(*) from drops where user_id = users.id)`

const lastDropDate = sql<Date | null>`(select max(created_at) from drops where user_id = users.id)`

const sorts = {
  created_at: sql.ref('users.created_at'),
  // Byte order is the same on both engines and in every locale.
  username: sql`lower(users.username) collate "C"`,
  follower_count: sql.ref('follower_count'),
  drop_count: sql.ref('drop_count'),
  last_drop_date: sql.ref('last_drop_date'),
} satisfies Record<ListOptions['sortBy'], unknown>

type Row = {
  id: number
  username: string
  avatar: string | null
  created_at: Date
  follower_count: number
  drop_count: number
  last_drop_date: Date | null
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
  }
}
