import { sql } from 'kysely'
import { avatarPath } from '../../members/members.queries.ts'
import { containsText } from '../../members/search/search-members.queries.ts'
import { batchSize } from '../../platform/database/batches.ts'
import type { Queryable } from '../../platform/database.ts'
import type { QueryOf } from '../../platform/http/endpoint.shared.ts'
import { tracksOf } from '../../tracks/listed-tracks.queries.ts'
import { followsNow } from '../follows.queries.ts'
import type { Followed, FollowingPage, listFollowing } from '../follows.schemas.ts'

type ListOptions = QueryOf<typeof listFollowing>

/** Whom a member follows: all that match without a `page`, otherwise one page and the total. */
export async function findFollowing(
  db: Queryable,
  memberId: number,
  options: ListOptions,
): Promise<Followed[] | FollowingPage> {
  const { page, pageSize } = options
  const sorted = sortedFollows(db, memberId, options)
  if (page === undefined) return (await sorted.execute()).map(presentFollowed)
  const [rows, { total }] = await Promise.all([
    sorted
      .select(tracksOf('list', 'users.id').as('tracks'))
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    followsOf(db, memberId, options)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const following = rows.map(row => ({ ...presentFollowed(row), tracks: row.tracks }))
  return { following, total }
}

const sortedFollows = (db: Queryable, memberId: number, options: ListOptions) =>
  followsOf(db, memberId, options)
    .select([
      'radr_follows.id',
      'username',
      'avatar',
      followDate.as('since'),
      'drop_counts.drops',
      'drop_counts.last_drop_at',
      'mail_off',
      hasPush(memberId).as('push'),
    ])
    .orderBy(sortKeys[options.sort], order => order[options.direction]().nullsLast())
    .orderBy('radr_follows.id', options.direction)

export const findFollowedAfter = (db: Queryable, memberId: number, after: number) =>
  db
    .selectFrom('follower_registry')
    .innerJoin('radr_follows', 'radr_follows.registry_id', 'follower_registry.id')
    .innerJoin('users', 'users.id', 'radr_follows.radr_user_id')
    .select([
      'radr_user_id as id',
      'username',
      followDate.as('since'),
      'mail_off',
      hasPush(memberId).as('push'),
    ])
    .where('follower_registry.user_id', '=', memberId)
    .where('radr_user_id', '>', after)
    .where('hidden_reason', 'is', null)
    .where(followsNow)
    .orderBy('radr_user_id')
    .limit(batchSize)
    .execute()

const followsOf = (db: Queryable, memberId: number, { search }: ListOptions) =>
  db
    .selectFrom('follower_registry')
    .innerJoin('radr_follows', 'radr_follows.registry_id', 'follower_registry.id')
    .innerJoin('users', 'users.id', 'radr_follows.radr_user_id')
    .innerJoin('drop_counts', 'drop_counts.user_id', 'users.id')
    .where('follower_registry.user_id', '=', memberId)
    .where('hidden_reason', 'is', null)
    .where(followsNow)
    .$if(search !== '', follows => follows.where(containsText(sql.ref('username'), search)))

const followDate = sql<Date>`coalesce(last_subscription_date, radr_follows.created_at)`

const hasPush = (memberId: number) =>
  sql<boolean>`exists (select from push_follows
    where push_follows.radr_user_id = users.id and push_follows.user_id = ${memberId})`

const sortKeys = {
  followDate,
  username: sql`lower(username) collate "C"`,
  lastDrop: sql`drop_counts.last_drop_at`,
  dropCount: sql`drop_counts.drops`,
}

type FollowedRow = Awaited<ReturnType<ReturnType<typeof sortedFollows>['execute']>>[number]

const presentFollowed = (row: FollowedRow): Followed => ({
  followId: row.id,
  username: row.username,
  avatar: avatarPath(row.avatar),
  followDate: row.since.toISOString(),
  lastDropDate: row.last_drop_at?.toISOString() ?? null,
  dropCount: row.drops,
  ...(row.mail_off && { withoutMail: true }),
  ...(row.push && { push: true }),
})
