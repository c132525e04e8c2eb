import { sql } from 'kysely'
import { listedCondition } from '../../contract/states.shared.ts'
import { activeSuppressions } from '../../mail/mailboxes/suppression.ts'
import { avatarPath } from '../../members/members.queries.ts'
import { patternOf } from '../../members/search/search-members.queries.ts'
import { batchSize } from '../../platform/database/batches.ts'
import { ownConnection } from '../../platform/database/pipelining-driver.ts'
import type { Queryable } from '../../platform/database.ts'
import type { QueryOf } from '../../platform/http/endpoint.shared.ts'
import { ifNamed } from '../follows.queries.ts'
import type { Follower, listFollowers } from './followers.schemas.ts'

type ListOptions = QueryOf<typeof listFollowers>

export async function findFollowers(
  db: Queryable,
  memberId: number,
  options: ListOptions,
  now: Date,
): Promise<{ followers: Follower[]; total: number }> {
  const { ids, total } = await findPage(db, memberId, options)
  const rows = await selectFollowers(db, ids, now)
    .orderBy('radr_follows.created_at', options.sort)
    .orderBy('radr_follows.id', options.sort)
    .execute()
  return { followers: rows.map(presentFollower), total }
}

export async function* readFollowers(
  db: Queryable,
  memberId: number,
  now: Date,
): AsyncGenerator<Follower[]> {
  for (let last = { id: 0, at: '-infinity' }; ; ) {
    // The time as text, because a Date has no microseconds.
    const { rows: follows } = await sql<typeof last>`
      select id, created_at::text as at from radr_follows
      where radr_user_id = ${memberId} and ${isListed}
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

/** The condition of the index `radr_follows_listed`. */
const isListed = sql.raw<boolean>(listedCondition)

const stateOf = { verified: 'following', unverified: 'pending', unsubscribed: 'left' } as const

const selectFollowers = (db: Queryable, ids: number[], now: Date) =>
  db
    .selectFrom('radr_follows')
    .innerJoin('subscribers', 'subscribers.id', 'radr_follows.registry_id')
    .leftJoin('users', 'users.id', 'subscribers.user_id')
    .where(sql<boolean>`radr_follows.id = any(${ids}::bigint[])`)
    .select([
      'radr_follows.id',
      address.as('email'),
      ifNamed<number>(sql`users.id`).as('user_id'),
      ifNamed<string>(sql`users.username`).as('username'),
      ifNamed<string>(sql`users.avatar`).as('avatar'),
      'verified',
      'unsubscribed',
      'unsubscribed_date',
      'last_subscription_date',
      'radr_follows.created_at',
      bounces(now).as('bounces'),
    ])

/** The index of the list has all that is filtered and sorted by, so that no row is read that is skipped. */
async function findPage(
  db: Queryable,
  memberId: number,
  options: ListOptions,
): Promise<{ ids: number[]; total: number }> {
  const { sort, page, pageSize } = options
  const follows = followsOf(db, memberId, options)
  const [rows, { total }] = await Promise.all([
    follows
      .select('id')
      .orderBy('created_at', sort)
      .orderBy('id', sort)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .modifyEnd(ownConnection)
      .execute(),
    follows
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .modifyEnd(ownConnection)
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

function followsOf(db: Queryable, memberId: number, { search, status, onlyUsers }: ListOptions) {
  return (
    db
      .selectFrom('radr_follows')
      .where('radr_user_id', '=', memberId)
      .where(isListed)
      .$if(status !== undefined, follows =>
        follows.where('state', '=', stateOf[status ?? 'verified']),
      )
      .$if(onlyUsers === 'true', follows =>
        follows.where('by_account', '=', true).where('state', '<>', 'pending'),
      )
      // The pattern is a subquery, because it would be put in lower case again for each row.
      .$if(search !== '', follows =>
        follows.where(sql<boolean>`search_text like (select ${patternOf(search)})`),
      )
  )
}

const address = sql<string>`subscribers.address`

/** False for an unconfirmed email, whose mails may have bounced when it was another person's. */
const bounces = (
  now: Date,
) => sql<boolean>`(radr_follows.verified and address_confirmed and exists (
  select from ${activeSuppressions(now)} s
  where s.email = lower(${address}) and s.reason in ('hard', 'soft')))`

type FollowerRow = Awaited<ReturnType<ReturnType<typeof selectFollowers>['execute']>>[number]

function presentFollower({ user_id, bounces, avatar, ...row }: FollowerRow): Follower {
  return {
    ...row,
    avatar: avatarPath(avatar),
    ...(user_id !== null && { follower_user_id: user_id }),
    ...(bounces && { bounces }),
    unsubscribed_date: row.unsubscribed_date?.toISOString() ?? null,
    last_subscription_date: row.last_subscription_date?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
