import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { isConfirmedFollow } from '../follows/follows.queries.ts'
import { avatarAddress, isShown } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import type { FeedItem } from './feed.schemas.ts'
import { feedPageSize } from './feed.shared.ts'

type Range = { before?: number | undefined; skip: number }

/** Five drops of the members that a member follows, newest first. Reads the newest of each, so that few rows are sorted. */
export async function findFeed(
  db: Queryable,
  memberId: number,
  { before, skip }: Range,
): Promise<FeedItem[]> {
  const isNewest = before === undefined
  const rows = await db
    .with('followed', query =>
      selectFollowed(query, memberId)
        // The newest drops of all are among those of the members with the newest drops.
        .$if(isNewest, members =>
          members.orderBy('last_drop_at', 'desc').fetch(skip + feedPageSize, 'with ties'),
        ),
    )
    .with('page', query =>
      query
        .selectFrom('followed')
        .innerJoinLateral(
          eb =>
            eb
              .selectFrom('drops')
              .select([
                'id',
                'user_id',
                'drop_number',
                'created_at',
                'note',
                'drop_followers',
                'movement',
              ])
              .whereRef('drops.user_id', '=', 'followed.user_id')
              .$if(before !== undefined, drops => drops.where(isOlderThan(before)))
              .orderBy('created_at', 'desc')
              .orderBy('id', 'desc')
              .limit(skip + feedPageSize)
              .as('drop'),
          join => join.onTrue(),
        )
        .selectAll('drop')
        .orderBy('drop.created_at', 'desc')
        .orderBy('drop.id', 'desc')
        .limit(feedPageSize)
        .offset(skip),
    )
    .selectFrom('page')
    .innerJoin('users', 'users.id', 'page.user_id')
    .select(eb => [
      'username',
      'avatar',
      'page.id',
      'drop_number',
      'page.created_at',
      'note',
      'drop_followers',
      'movement',
      jsonArrayFrom(
        eb
          .selectFrom('drop_tracks')
          .leftJoin(
            'track_details',
            'track_details.spotify_track_id',
            'drop_tracks.spotify_track_id',
          )
          .select(['drop_tracks.spotify_track_id', ...trackDetailColumns])
          .whereRef('drop_id', '=', 'page.id')
          .orderBy('rank'),
      ).as('tracks'),
    ])
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
  return rows.map(({ username, avatar, tracks, created_at, ...drop }) => ({
    username,
    avatar: avatarAddress(avatar),
    drop: { ...drop, created_at: created_at.toISOString() },
    tracks,
  }))
}

/** The members that a member follows, of those who have dropped. */
export const selectFollowed = (db: Pick<Queryable, 'selectFrom'>, memberId: number) =>
  db
    .selectFrom('follower_registry')
    .innerJoin('radr_follows', 'radr_follows.registry_id', 'follower_registry.id')
    .innerJoin('drop_counts', 'drop_counts.user_id', 'radr_follows.radr_user_id')
    .select('drop_counts.user_id')
    .where('follower_registry.user_id', '=', memberId)
    .where(isConfirmedFollow)
    .where('last_drop_at', 'is not', null)
    .where(isShown('drop_counts.user_id'))

/** Compares in the database, because a JavaScript date would lose the microseconds of the drop's time. */
const isOlderThan = (dropId: number | undefined) =>
  sql<SqlBool>`(drops.created_at, drops.id) <
    ((select edge.created_at from drops as edge where edge.id = ${dropId}), ${dropId})`
