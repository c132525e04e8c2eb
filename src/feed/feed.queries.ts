import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { isConfirmedFollow } from '../follows/follows.queries.ts'
import { avatarAddress } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import type { FeedItem } from './feed.schemas.ts'
import { feedPageSize } from './feed.shared.ts'

/** Ids of drops: only drops older than `before`, or no newer than `upTo`. */
type Range = { before?: number; upTo?: number | undefined; skip?: number }

/** Five drops of the members that a member follows, newest first. Reads the newest of each, so that few rows are sorted. */
export async function findFeed(
  db: Queryable,
  memberId: number,
  { before, upTo, skip = 0 }: Range,
): Promise<FeedItem[]> {
  const isNewest = before === undefined && upTo === undefined
  const rows = await db
    .with('followed', query =>
      query
        .selectFrom('follower_registry')
        .innerJoin('radr_follows', 'radr_follows.registry_id', 'follower_registry.id')
        .innerJoin('drop_counts', 'drop_counts.user_id', 'radr_follows.radr_user_id')
        .select('drop_counts.user_id')
        .where('follower_registry.user_id', '=', memberId)
        .where(isConfirmedFollow)
        .where('last_drop_at', 'is not', null)
        .where(isShown)
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
              .$if(before !== undefined, drops => drops.where(compare('<', before)))
              .$if(upTo !== undefined, drops => drops.where(compare('<=', upTo)))
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

/** Hidden members are few, so their index is read once and not each followed member. */
const isShown = sql<SqlBool>`drop_counts.user_id not in (
  select id from users where hidden_reason is not null)`

/** Compares in the database, because a JavaScript date would lose the microseconds of the drop's time. */
const compare = (operator: '<' | '<=', dropId: number | undefined) =>
  sql<SqlBool>`(drops.created_at, drops.id) ${sql.raw(operator)}
    ((select edge.created_at from drops as edge where edge.id = ${dropId}), ${dropId})`

/** The newest drop on page 1 when the member last read it. */
export async function findNewestRead(db: Queryable, memberId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('feed_readings')
    .select('newest_drop_id')
    .where('user_id', '=', memberId)
    .executeTakeFirst()
  return row?.newest_drop_id
}

/** Remembers it for the member's next pages. */
export async function saveNewestRead(db: Queryable, memberId: number, dropId: number) {
  await db
    .insertInto('feed_readings')
    .values({ user_id: memberId, newest_drop_id: dropId })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet({ newest_drop_id: dropId })
        .where('feed_readings.newest_drop_id', '!=', dropId),
    )
    .execute()
}
