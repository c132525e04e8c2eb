import { type RawBuilder, sql } from 'kysely'
import { activeSuppressions } from '../../mail/suppression.ts'
import { batchSize } from '../../platform/database/batches.ts'
import { findPage, isFarBack } from '../../platform/database/find-page.ts'
import { ownConnection } from '../../platform/database/own-connection.ts'
import type { Queryable } from '../../platform/database.ts'
import type { QueryOf } from '../../platform/endpoint.shared.ts'
import { findFollowCounts, findFollowCountsByMonth, isListedFollow } from '../follows.queries.ts'
import type { Follower, listFollowers } from '../follows.schemas.ts'
import { searchFollows } from './search-followers.queries.ts'

type ListOptions = QueryOf<typeof listFollowers>
type FollowCounts = Omit<Awaited<ReturnType<typeof findFollowCounts>>, 'copied'>

/** One page of a member's followers, sorted by the time of their request, and the total. */
export async function findFollowers(
  db: Queryable,
  memberId: number,
  options: ListOptions,
  now: Date,
): Promise<{ followers: Follower[]; total: number }> {
  const { ids, total } =
    options.search === ''
      ? await findPageOfAll(db, memberId, options)
      : await searchFollows(
          db,
          followsOf(db, memberId, options),
          totalOf(await findFollowCounts(db, memberId), { onlyUsers: 'false' }),
          options,
        )
  const rows = await selectFollowers(db, ids, now)
    .orderBy('radr_follows.created_at', options.sort)
    .orderBy('radr_follows.id', options.sort)
    .execute()
  return { followers: rows.map(presentFollower), total }
}

/** All followers in the order of their requests, `batchSize` at a time. */
export async function* readFollowers(
  db: Queryable,
  memberId: number,
  now: Date,
): AsyncGenerator<Follower[]> {
  for (let last = { id: 0, at: '-infinity' }; ; ) {
    // The time as text, because a Date has no microseconds.
    const { rows: follows } = await sql<typeof last>`
      select id, created_at::text as at from radr_follows
      where radr_user_id = ${memberId} and ${isListedFollow}
        and (created_at, id) > (${last.at}::timestamptz, ${last.id}::bigint)
      order by created_at, id limit ${sql.lit(batchSize)}`.execute(db)
    const newest = follows.at(-1)
    if (!newest) return
    const ids = follows.map(({ id }) => id)
    const rows = await selectFollowers(db, ids, now)
      .orderBy('radr_follows.created_at')
      .orderBy('radr_follows.id')
      .execute()
    yield rows.map(presentFollower)
    last = newest
  }
}

const selectFollowers = (db: Queryable, ids: number[], now: Date) =>
  db
    .selectFrom('radr_follows')
    .innerJoin('subscribers', 'subscribers.id', 'radr_follows.registry_id')
    .where(sql<boolean>`radr_follows.id = any(${ids}::bigint[])`)
    .select([
      'radr_follows.id',
      address.as('email'),
      whenConfirmed<number>(sql`subscribers.user_id`).as('user_id'),
      whenConfirmed<string>(sql`subscribers.username`).as('username'),
      'verified',
      'unsubscribed',
      'unsubscribed_date',
      'last_subscription_date',
      'radr_follows.created_at',
      bounces(now).as('bounces'),
    ])

async function findPageOfAll(
  db: Queryable,
  memberId: number,
  options: ListOptions,
): Promise<{ ids: number[]; total: number }> {
  const isFiltered = options.status !== undefined || options.onlyUsers === 'true'
  if (options.page === 1 && !isFiltered) {
    // Where it begins does not depend on the total, so both are read at the same time.
    const [ids, counts] = await Promise.all([
      readPage(db, memberId, options, findPage(options, Number.POSITIVE_INFINITY)),
      findFollowCounts(db, memberId),
    ])
    return { ids, total: totalOf(counts, options) }
  }
  // With a filter the total comes first: looking for more than there are would read every follow.
  const [counts, countsByMonth] = await Promise.all([
    findFollowCounts(db, memberId),
    isFarBack(options) ? findFollowCountsByMonth(db, memberId) : [],
  ])
  const total = totalOf(counts, options)
  const months = countsByMonth.map(of => ({ month: of.month, entries: totalOf(of, options) }))
  return { ids: await readPage(db, memberId, options, findPage(options, total, months)), total }
}

/** Read from an index alone, and after the months that are skipped, so that a page far back is fast too. */
async function readPage(
  db: Queryable,
  memberId: number,
  options: ListOptions,
  { limit, offset, direction, start }: ReturnType<typeof findPage>,
): Promise<number[]> {
  if (limit === 0) return []
  const rows = await followsOf(db, memberId, options)
    .select('id')
    .$if(start !== null, follows =>
      follows.where('created_at', direction === 'asc' ? '>=' : '<', start),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .modifyEnd(ownConnection)
    .execute()
  return rows.map(({ id }) => id)
}

function followsOf(db: Queryable, memberId: number, { status, onlyUsers }: ListOptions) {
  return db
    .selectFrom('radr_follows')
    .where('radr_user_id', '=', memberId)
    .where(isListedFollow)
    .$if(status !== undefined, follows => follows.where('verified', '=', status !== 'unverified'))
    .$if(status === 'verified', follows => follows.where('unsubscribed', '=', false))
    .$if(status === 'unsubscribed', follows => follows.where('unsubscribed', '=', true))
    .$if(onlyUsers === 'true', follows =>
      follows.where('by_account', '=', true).where('verified', '=', true),
    )
}

/** How many follows match the filters. */
function totalOf(
  counts: FollowCounts,
  { status, onlyUsers }: Pick<ListOptions, 'status' | 'onlyUsers'>,
): number {
  const states =
    onlyUsers === 'true'
      ? {
          verified: counts.confirmed_accounts,
          unsubscribed: counts.unsubscribed_accounts,
          unverified: 0,
        }
      : {
          verified: counts.confirmed,
          unsubscribed: counts.unsubscribed,
          unverified: counts.unconfirmed,
        }
  return status ? states[status] : states.verified + states.unsubscribed + states.unverified
}

/** Anyone can type an address, so its account is not revealed before its owner confirmed the follow. */
const whenConfirmed = <T>(column: RawBuilder<unknown>) =>
  sql<T | null>`case when radr_follows.verified then ${column} end`

const address = sql<string>`subscribers.address`

const bounces = (now: Date) => sql<boolean>`(radr_follows.verified and exists (
  select from ${activeSuppressions(now)} s
  where s.email = lower(${address}) and s.reason in ('hard', 'soft')))`

type FollowerRow = {
  id: number
  email: string
  user_id: number | null
  username: string | null
  verified: boolean
  unsubscribed: boolean
  unsubscribed_date: Date | null
  last_subscription_date: Date | null
  created_at: Date
  bounces: boolean
}

function presentFollower({ user_id, bounces, ...row }: FollowerRow): Follower {
  return {
    ...row,
    ...(user_id !== null && { follower_user_id: user_id }),
    ...(bounces && { bounces }),
    unsubscribed_date: row.unsubscribed_date?.toISOString() ?? null,
    last_subscription_date: row.last_subscription_date?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
