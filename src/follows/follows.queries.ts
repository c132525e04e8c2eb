import { type RawBuilder, sql } from 'kysely'
import { followingCondition } from '../contract/states.shared.ts'
import { memberNotFound } from '../members/members.errors.ts'
import { lowerUsername, type Member } from '../members/members.queries.ts'
import { batchSize, idBatches } from '../platform/database/batches.ts'
import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable, Transaction } from '../platform/database.ts'
import { notFollowing } from './follows.errors.ts'
import { lockAccountSubscriber, lockSubscriber } from './subscribers/subscribers.queries.ts'

export const followsNow = sql<boolean>`(radr_follows.${sql.raw(followingCondition)})`

/**
 * Holds for rows of `radr_follows` that a confirmation would not change: the person, who has this address, follows with mail,
 * and no bounce keeps it away. A complaint does, but following does not lift it.
 */
export const hasNothingToConfirm = (address: RawBuilder<unknown> | string, now: Date) =>
  sql<boolean>`(${followsNow} and not mail_off
    and not exists (select from suppressions_of(${address}::text, ${now}) where reason <> 'complaint'))`

/** The current id of a follow whose id is in a mail: another follow may have replaced it since. */
export const resolveFollow = (id: number) =>
  sql<number>`coalesce((select follow_id from follow_aliases where old_id = ${id}::bigint), ${id}::bigint)`

/** The follow that a mailed link is about, with its member and subscriber; null where it ended with an account. */
export async function findCurrentFollow(db: Queryable, id: number) {
  const follow = await db
    .selectFrom('recipients')
    .innerJoin('users', 'users.id', 'radr_user_id')
    .innerJoin('follower_registry', 'follower_registry.id', 'subscriber_id')
    .select(['follow_id as id', 'subscriber_id', 'radr_user_id', 'users.username', 'address'])
    .select(['is_following', 'mail_off', 'digest_time_zone'])
    .where('follow_id', '=', resolveFollow(id))
    .executeTakeFirst()
  return follow ?? null
}

/** Locks the subscriber of the follow that `findCurrentFollow` returns. */
export async function lockCurrentFollow(trx: Transaction, id: number) {
  const follow = await findCurrentFollow(trx, id)
  if (!follow) return null
  await lockSubscriber(trx, follow.subscriber_id)
  return findCurrentFollow(trx, id)
}

/** The follow of an account in any state. Locks the subscriber: a confirmation of its email may replace the follow by another. */
export async function lockOwnFollow(trx: Transaction, userId: number, memberId: number) {
  const subscriber = await lockAccountSubscriber(trx, userId)
  const follow = await trx
    .selectFrom('radr_follows')
    .select(['id', followsNow.as('isFollowing')])
    .where('registry_id', '=', subscriber.id)
    .where('radr_user_id', '=', memberId)
    .executeTakeFirst()
  return follow ?? null
}

/** The same for a change of the follow. Throws `notFollowing`. */
export async function lockFollowing(
  trx: Transaction,
  userId: number,
  member: Pick<Member, 'id' | 'username'>,
) {
  const follow = await lockOwnFollow(trx, userId, member.id)
  if (!follow?.isFollowing) throw notFollowing(member.username)
  return follow
}

/** The follows of locked subscribers. Locks them in the order of their ids, so that no two transactions deadlock. */
export async function lockFollows(trx: Transaction, registryIds: number[]): Promise<number[]> {
  const ids: number[] = []
  const follows = idBatches(after =>
    trx
      .selectFrom('radr_follows')
      .select('id')
      .where(sql<boolean>`registry_id = any(${registryIds}::int[])`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .forNoKeyUpdate()
      .execute(),
  )
  for await (const batch of follows) ids.push(...batch)
  return ids
}

/** What a follow becomes when it begins, or begins again. */
export const confirmedFollow = (now: Date) => ({
  state: 'following' as const,
  unsubscribed_date: null,
  mail_off: false,
  last_subscription_date: now,
})

/** How many confirmed followers a member has. */
export async function countFollowers(db: Queryable, memberId: number): Promise<number> {
  const [counts] = await selectFollowCounts(db, { memberId })
  if (!counts) throw memberNotFound()
  return counts.confirmed
}

const selectFollowCounts = prepareQuery((db, { memberId }: Placeholders<{ memberId: number }>) =>
  db.selectFrom('follow_counts').select('confirmed').where('user_id', '=', memberId),
)

/** Whether a member follows another; `withoutMail` is there and true when they get no mail about it. */
export async function findFollowState(db: Queryable, userId: number, memberId: number) {
  const [follow] = await selectFollowState(db, { userId, memberId })
  const isFollowing = follow?.isFollowing ?? false
  return { isFollowing, ...(isFollowing && follow?.mail_off && { withoutMail: true }) }
}

const selectFollowState = prepareQuery(
  (db, keys: Placeholders<{ userId: number; memberId: number }>) =>
    db
      .selectFrom('radr_follows')
      .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
      // A column, because PostgreSQL would take the index that lists all followers of the member for a condition.
      .select([followsNow.as('isFollowing'), 'mail_off'])
      .where('follower_registry.user_id', '=', keys.userId)
      .where('radr_user_id', '=', keys.memberId),
)

/** Says of each listed member whether the viewer follows them, and if so without mail; of none to a visitor. */
export async function addFollowed<Row extends { username: string }>(
  db: Queryable,
  viewer: { id: number } | null,
  rows: Row[],
): Promise<(Row & { isFollowing?: boolean; withoutMail?: boolean })[]> {
  if (!viewer || rows.length === 0) return rows
  const names = rows.map(({ username }) => username.toLowerCase())
  const followed = await db
    .selectFrom('users')
    .innerJoin('radr_follows', 'radr_follows.radr_user_id', 'users.id')
    .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
    .select(['username', 'mail_off'])
    .where('follower_registry.user_id', '=', viewer.id)
    .where(lowerUsername, 'in', names)
    .where(followsNow)
    .execute()
  const mailOff = new Map(followed.map(({ username, mail_off }) => [username, mail_off]))
  return rows.map(row => ({
    ...row,
    isFollowing: mailOff.has(row.username),
    ...(mailOff.get(row.username) && { withoutMail: true }),
  }))
}

/**
 * A column of the account `users` of a follower, for a member who is followed; null where the account is not named.
 * Anyone can type an email, so its account is not revealed before its owner confirmed the follow. That of a
 * hidden member is an email like any other.
 */
export const ifNamed = <T>(column: RawBuilder<unknown>) =>
  sql<T | null>`case when radr_follows.verified and users.hidden_reason is null then ${column} end`
