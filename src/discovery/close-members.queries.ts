import { sql } from 'kysely'
import { isConfirmedFollow } from '../follows/follows.queries.ts'
import { avatarAddress, findMemberByName } from '../members/members.queries.ts'
import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import type { CloseMember, TrackSummary } from './discovery.schemas.ts'

/** The members closest to one, by what both lists have now; those whom the member follows, or who blocked them, are left out. */
export async function findCloseMembers(db: Queryable, memberId: number): Promise<CloseMember[]> {
  const rows = await db
    .selectFrom('close_members')
    .innerJoin('users', 'users.id', 'close_user_id')
    .innerJoin('tracks as mine', 'mine.user_id', 'close_members.user_id')
    .innerJoin('tracks as theirs', join =>
      join
        .onRef('theirs.user_id', '=', 'close_user_id')
        .onRef('theirs.spotify_track_id', '=', 'mine.spotify_track_id'),
    )
    .leftJoin('track_details', 'track_details.spotify_track_id', 'mine.spotify_track_id')
    .select(['close_user_id', 'username', 'avatar', 'mine.spotify_track_id'])
    .select(trackDetailColumns)
    .where('close_members.user_id', '=', memberId)
    .where(canFollow(memberId))
    .where('hidden_reason', 'is', null)
    .orderBy('score', 'desc')
    .orderBy('close_user_id')
    .orderBy('mine.rank')
    .execute()
  const members = new Map<number, CloseMember>()
  for (const { close_user_id, username, avatar, ...track } of rows) {
    const known = members.get(close_user_id)
    if (known) known.shared.push(track)
    else members.set(close_user_id, { username, avatar: avatarAddress(avatar), shared: [track] })
  }
  return [...members.values()]
}

/** A subquery by the unique key: as a join, PostgreSQL may read all followers of each. */
const canFollow = (memberId: number) => sql<boolean>`
  not coalesce((select ${isConfirmedFollow} or blocked_at is not null from radr_follows
    where registry_id = (select id from follower_registry where user_id = ${memberId})
      and radr_user_id = close_members.close_user_id), false)`

/** The tracks that are on the lists of both; throws `memberNotFound`. */
export async function findSharedTracks(
  db: Queryable,
  viewerId: number,
  username: string,
): Promise<TrackSummary[]> {
  const { id } = await findMemberByName(db, username)
  return id === viewerId ? [] : selectSharedTracks(db, { viewerId, id })
}

const selectSharedTracks = prepareQuery(
  (db, members: Placeholders<{ viewerId: number; id: number }>) =>
    db
      .selectFrom('tracks as mine')
      .innerJoin('tracks as theirs', 'theirs.spotify_track_id', 'mine.spotify_track_id')
      .leftJoin('track_details', 'track_details.spotify_track_id', 'mine.spotify_track_id')
      .select('mine.spotify_track_id')
      .select(trackDetailColumns)
      .where('mine.user_id', '=', members.viewerId)
      .where('theirs.user_id', '=', members.id)
      .orderBy('mine.rank'),
)
