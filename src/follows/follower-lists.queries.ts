import { type RawBuilder, sql } from 'kysely'
import { activeSuppressions } from '../mail/suppression.ts'
import { avatarAddress } from '../members/members.queries.ts'
import { containsText } from '../platform/database/contains-text.ts'
import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/endpoint.contract.ts'
import type { Followed, Follower, listFollowers } from './follows.contract.ts'
import { isConfirmedFollow } from './follows.queries.ts'

type ListOptions = QueryOf<typeof listFollowers>

/** One page of a member's followers, sorted by the time of their request, and the total. */
export async function findFollowers(
  db: Queryable,
  memberId: number,
  options: ListOptions,
  now: Date,
): Promise<{ followers: Follower[]; total: number }> {
  const follows = followsOf(db, memberId, options)
  const { total } = await follows
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await follows
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
    .limit(options.pageSize)
    .offset((options.page - 1) * options.pageSize)
    .execute()
  return { followers: rows.map(presentFollower), total }
}

/** A left join, because PostgreSQL removes it from a count that does not need it. */
function followsOf(db: Queryable, memberId: number, { search, status, onlyUsers }: ListOptions) {
  return db
    .selectFrom('radr_follows')
    .leftJoin('subscribers', 'subscribers.id', 'radr_follows.registry_id')
    .where('radr_user_id', '=', memberId)
    .where('radr_follows.merged_into', 'is', null)
    .$if(search !== '', follows => follows.where(containsText(address, search)))
    .$if(status !== undefined, follows => follows.where('verified', '=', status !== 'unverified'))
    .$if(status === 'verified', follows => follows.where('unsubscribed', '=', false))
    .$if(status === 'unsubscribed', follows => follows.where('unsubscribed', '=', true))
    .$if(onlyUsers === 'true', follows =>
      follows.where('subscribers.user_id', 'is not', null).where('verified', '=', true),
    )
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

/** Whom a member follows, the newest follow first. */
export async function findFollowing(db: Queryable, memberId: number): Promise<Followed[]> {
  const rows = await db
    .selectFrom('follower_registry')
    .innerJoin('radr_follows', 'radr_follows.registry_id', 'follower_registry.id')
    .innerJoin('users', 'users.id', 'radr_follows.radr_user_id')
    .innerJoinLateral(
      eb =>
        eb
          .selectFrom('drops')
          .select(eb => [
            eb.fn.countAll<number>().as('count'),
            eb.fn.max<Date | null>('created_at').as('last'),
          ])
          .whereRef('drops.user_id', '=', 'users.id')
          .as('drop_stats'),
      join => join.onTrue(),
    )
    .where('follower_registry.user_id', '=', memberId)
    .where(isConfirmedFollow)
    .select(eb => [
      'radr_follows.id',
      'username',
      'avatar',
      eb.fn.coalesce('last_subscription_date', 'radr_follows.created_at').as('since'),
      'drop_stats.count',
      'drop_stats.last',
    ])
    .orderBy('since', 'desc')
    .orderBy('radr_follows.id', 'desc')
    .execute()
  return rows.map(row => ({
    followId: row.id,
    username: row.username,
    avatar: avatarAddress(row.avatar),
    followDate: row.since.toISOString(),
    lastDropDate: row.last?.toISOString() ?? null,
    dropCount: row.count,
  }))
}
