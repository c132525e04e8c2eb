import { sql } from 'kysely'
import { avatarPath, isShown } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import type { ResponseOf } from '../platform/http/endpoint.shared.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import { trackNotFound } from '../tracks/tracks.errors.ts'
import { viaColumn } from '../tracks/via.queries.ts'
import type { listTrackLists, TrackPage } from './discovery.schemas.ts'

const listsPageSize = 10

/** Returns the page of a track without the URL of its card. Throws `trackNotFound`. */
export async function findTrackPage(
  db: Queryable,
  trackId: string,
): Promise<Omit<TrackPage, 'card'>> {
  if (!trackIdPattern.test(trackId)) throw trackNotFound()
  const [found, firstDrop] = await Promise.all([
    findCounts(db, trackId),
    findFirstDrop(db, trackId),
  ])
  const { is_known, ...track } = found
  if (!is_known && track.lists === 0 && track.drops === 0) throw trackNotFound()
  return {
    ...track,
    firstDrop: firstDrop ? { ...firstDrop, created_at: firstDrop.created_at.toISOString() } : null,
  }
}

/** The lists that a track is on, the most followed first, after a position `followers-id`. */
export async function findTrackLists(
  db: Queryable,
  trackId: string,
  after: string | undefined,
): Promise<ResponseOf<typeof listTrackLists>> {
  if (!trackIdPattern.test(trackId)) throw trackNotFound()
  const [followers, userId] = after?.split('-').map(Number) ?? []
  const rows = await db
    .selectFrom('tracks')
    .innerJoin('users', 'users.id', 'tracks.user_id')
    .innerJoin('follow_counts', 'follow_counts.user_id', 'users.id')
    .select(['users.id', 'username', 'avatar', 'rank', 'confirmed', viaColumn])
    .where('spotify_track_id', '=', trackId)
    .where('hidden_reason', 'is', null)
    .$if(after !== undefined, lists =>
      lists.where(
        sql<boolean>`(confirmed, follow_counts.user_id) < (${followers}::int, ${userId}::int)`,
      ),
    )
    .orderBy('confirmed', 'desc')
    .orderBy('follow_counts.user_id', 'desc')
    .limit(listsPageSize + 1)
    .execute()
  const lists = rows.slice(0, listsPageSize)
  const last = rows.length > listsPageSize ? lists.at(-1) : undefined
  return {
    lists: lists.map(({ username, avatar, rank, via, confirmed }) => ({
      username,
      avatar: avatarPath(avatar),
      rank,
      via,
      followerCount: confirmed,
    })),
    next: last ? `${last.confirmed}-${last.id}` : null,
  }
}

const trackIdPattern = /^[A-Za-z0-9]{1,64}$/

function findCounts(db: Queryable, trackId: string) {
  // Drops of about the last minute, which the charts have not counted, of members who are shown. The offset keeps the
  // planner from starting with all drops of a track.
  const uncounted = sql`(
    select id from drops where not counted and ${isShown('drops.user_id')} offset 0)`
  return db
    .selectFrom(sql<{ id: string }>`(select ${trackId}::text as id)`.as('wanted'))
    .leftJoin('track_details', 'track_details.spotify_track_id', 'wanted.id')
    .leftJoin('track_drop_counts', 'track_drop_counts.spotify_track_id', 'wanted.id')
    .select([...trackDetailColumns, 'album', 'released', 'duration'])
    .select([
      'wanted.id as spotify_track_id',
      sql<boolean>`track_details.title is not null`.as('is_known'),
      sql<number>`(
        select count(*) from tracks
        where spotify_track_id = wanted.id and ${isShown('tracks.user_id')})`.as('lists'),
      sql<number>`coalesce(track_drop_counts.count, 0) + (
        select count(*) from ${uncounted} fresh join drop_tracks on drop_id = fresh.id
        where drop_tracks.spotify_track_id = wanted.id)`.as('drops'),
    ])
    .executeTakeFirstOrThrow()
}

/** The oldest drop that the charts have counted is found by its time, which is stored with their count. */
function findFirstDrop(db: Queryable, trackId: string) {
  return db
    .selectFrom('drops')
    .innerJoin('drop_tracks', 'drop_tracks.drop_id', 'drops.id')
    .innerJoin('users', 'users.id', 'drops.user_id')
    .select(['username', 'drop_number', 'drops.created_at'])
    .where('drop_tracks.spotify_track_id', '=', trackId)
    .where('hidden_reason', 'is', null)
    .where(({ or, eb, selectFrom }) => {
      const first = selectFrom('track_drop_counts')
        .select('first_dropped_at')
        .where('spotify_track_id', '=', trackId)
      return or([eb('drops.created_at', '=', first), sql<boolean>`not counted`])
    })
    .orderBy('drops.created_at')
    .orderBy('drops.id')
    .limit(1)
    .executeTakeFirst()
}
