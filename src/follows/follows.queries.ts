import { sql } from 'kysely'
import type { Queryable } from '../platform/database.ts'

/**
 * The follows that are counted and mailed: confirmed, not ended, not merged into another. It is the
 * predicate of the index `radr_follows_confirmed`, so a change of one needs a change of the other.
 */
export const isConfirmedFollow = sql<boolean>`(radr_follows.verified
  and not radr_follows.unsubscribed and radr_follows.merged_into is null)`

export async function countFollowers(db: Queryable, memberId: number): Promise<number> {
  const { count } = await db
    .selectFrom('radr_follows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('radr_user_id', '=', memberId)
    .where(isConfirmedFollow)
    .executeTakeFirstOrThrow()
  return count
}

export async function findIsFollowing(db: Queryable, userId: number, memberId: number) {
  const follow = await db
    .selectFrom('radr_follows')
    .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
    .select('radr_follows.id')
    .where('follower_registry.user_id', '=', userId)
    .where('radr_user_id', '=', memberId)
    .where(isConfirmedFollow)
    .executeTakeFirst()
  return follow !== undefined
}
