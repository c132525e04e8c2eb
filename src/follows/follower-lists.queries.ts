import { type RawBuilder, sql } from 'kysely'
import { activeSuppressions } from '../mail/suppression.ts'
import { containsText } from '../platform/database/contains-text.ts'
import { findPage } from '../platform/database/find-page.ts'
import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/endpoint.contract.ts'
import type { Follower, listFollowers } from './follows.contract.ts'
import { findFollowCounts } from './follows.queries.ts'
import { fewFollowers, findSubscribers } from './search-subscribers.queries.ts'

type ListOptions = QueryOf<typeof listFollowers>

/** One page of a member's followers, sorted by the time of their request, and the total. */
export async function findFollowers(
  db: Queryable,
  memberId: number,
  options: ListOptions,
  now: Date,
): Promise<{ followers: Follower[]; total: number }> {
  const counts = await findFollowCounts(db, memberId)
  const { search } = options
  const isLong = counts.confirmed + counts.unsubscribed + counts.unconfirmed > fewFollowers
  const subscribers = search !== '' && isLong ? await findSubscribers(db, search) : null
  const follows = followsOf(db, memberId, options, subscribers)
  const total = search === '' ? totalOf(counts, options) : await countFollows(follows)
  const page = findPage(options, total)
  if (page.limit === 0) return { followers: [], total }
  const rows = await db
    // The rows of the page before everything else, so that rows that are skipped are not joined.
    .selectFrom(
      follows
        .select('radr_follows.id')
        .orderBy('radr_follows.created_at', page.direction)
        .orderBy('radr_follows.id', page.direction)
        .limit(page.limit)
        .offset(page.offset)
        .as('page'),
    )
    .innerJoin('radr_follows', 'radr_follows.id', 'page.id')
    .innerJoin('subscribers', 'subscribers.id', 'radr_follows.registry_id')
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
    .orderBy('radr_follows.created_at', options.sort)
    .orderBy('radr_follows.id', options.sort)
    .execute()
  return { followers: rows.map(presentFollower), total }
}

/** `subscribers` are those that match the search; null where the search has to look at each follower. */
function followsOf(
  db: Queryable,
  memberId: number,
  { search, status, onlyUsers }: ListOptions,
  subscribers: number[] | null,
) {
  return db
    .selectFrom('radr_follows')
    .where('radr_user_id', '=', memberId)
    .where('radr_follows.merged_into', 'is', null)
    .$if(subscribers !== null, follows =>
      follows.where(sql<boolean>`registry_id = any(${subscribers}::int[])`),
    )
    .$if(search !== '' && subscribers === null, follows =>
      follows.where(sql<boolean>`exists (select from subscribers
        where subscribers.id = registry_id and ${containsText(address, search)})`),
    )
    .$if(status !== undefined, follows => follows.where('verified', '=', status !== 'unverified'))
    .$if(status === 'verified', follows => follows.where('unsubscribed', '=', false))
    .$if(status === 'unsubscribed', follows => follows.where('unsubscribed', '=', true))
    .$if(onlyUsers === 'true', follows =>
      follows.where('by_account', '=', true).where('verified', '=', true),
    )
}

async function countFollows(follows: ReturnType<typeof followsOf>): Promise<number> {
  const { total } = await follows
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** How many follows match the filters. */
function totalOf(
  counts: Awaited<ReturnType<typeof findFollowCounts>>,
  { status, onlyUsers }: ListOptions,
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
