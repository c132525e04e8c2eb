import type { Context } from '../platform/context.ts'
import { endFollows } from './end-follows.ts'

/** A member unfollows another; without a follow nothing happens. */
export async function unfollow({ db, clock }: Context, userId: number, memberId: number) {
  const follow = await db
    .selectFrom('radr_follows')
    .innerJoin('follower_registry', 'follower_registry.id', 'registry_id')
    .select('radr_follows.id')
    .where('follower_registry.user_id', '=', userId)
    .where('radr_user_id', '=', memberId)
    .executeTakeFirst()
  if (follow) await endFollows(db, [follow.id], clock.now())
}
