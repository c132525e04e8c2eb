import { type SqlBool, sql } from 'kysely'
import { followsNow } from '../follows/follows.queries.ts'
import { avatarPath } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import type { QueryOf } from '../platform/http/endpoint.shared.ts'
import { tracksOf } from '../tracks/listed-tracks.queries.ts'
import type { FeedItem, getFeed } from './feed.schemas.ts'
import { feedPageSize } from './feed.shared.ts'

/** Five drops of the members that a member follows, newest first: a page, or those before a drop. */
export async function findFeed(
  db: Queryable,
  memberId: number,
  page: QueryOf<typeof getFeed>,
): Promise<FeedItem[]> {
  const rows = await selectFeed(db, memberId, page).execute()
  return rows.map(({ username, avatar, tracks, created_at, ...drop }) => ({
    username,
    avatar: avatarPath(avatar),
    drop: { ...drop, created_at: created_at.toISOString() },
    tracks,
  }))
}

/** The drops are found by an index alone: notes and tracks are read of the five that are returned. */
export const selectFeed = (db: Queryable, memberId: number, page: QueryOf<typeof getFeed>) =>
  db
    .selectFrom(selectPage(db, memberId, page).as('page'))
    .innerJoin('drops', 'drops.id', 'page.id')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select([
      'drops.id',
      'drop_number',
      'drops.created_at',
      'note',
      'drop_followers',
      'movement',
      'username',
      'avatar',
      tracksOf('drop', 'drops.id').as('tracks'),
    ])
    .orderBy('drops.created_at', 'desc')
    .orderBy('drops.id', 'desc')

function selectPage(db: Queryable, memberId: number, { page, before }: QueryOf<typeof getFeed>) {
  const skip = before === undefined ? (page - 1) * feedPageSize : 0
  return (
    selectFollowed(db, memberId)
      // The newest of each member alone, so that few rows are sorted however long their histories are.
      .innerJoinLateral(
        eb =>
          eb
            .selectFrom('drops')
            .select(['id', 'created_at'])
            .whereRef('drops.user_id', '=', 'users.id')
            .$if(before !== undefined, drops => drops.where(isOlderThan(before)))
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(skip + feedPageSize)
            .as('drop'),
        join => join.onTrue(),
      )
      .select('drop.id')
      .orderBy('drop.created_at', 'desc')
      .orderBy('drop.id', 'desc')
      .limit(feedPageSize)
      .offset(skip)
  )
}

/** The members that a member follows. */
export const selectFollowed = (db: Queryable, memberId: number) =>
  db
    .selectFrom('follower_registry')
    .innerJoin('radr_follows', 'radr_follows.registry_id', 'follower_registry.id')
    .innerJoin('users', 'users.id', 'radr_follows.radr_user_id')
    .where('follower_registry.user_id', '=', memberId)
    .where(followsNow)
    .where('users.hidden_reason', 'is', null)

/**
 * Compares in the database, because a JavaScript date would lose the microseconds of the drop's time. In place of a drop
 * that was deleted with its account the one with the next lower id is the edge, which was made at about that time.
 */
const isOlderThan = (dropId: number | undefined) =>
  sql<SqlBool>`(drops.created_at, drops.id) < ((
    select edge.created_at from drops as edge where edge.id <= ${dropId}
    order by edge.id /* about in the order of time */ desc limit 1
  ), ${dropId})`
