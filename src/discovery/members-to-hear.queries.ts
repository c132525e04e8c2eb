import { sql } from 'kysely'
import { avatarAddress, findMemberByName, isShown } from '../members/members.queries.ts'
import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable } from '../platform/database.ts'
import { trackDetailColumns } from '../spotify/details/track-details.ts'
import type { CloseMember, TrackSummary } from './discovery.schemas.ts'

export const closeMembersCount = 20

/** A track on more lists says little about two members: under 1/200 of a score, and the most to compare. */
export const maxComparedLists = 200

type CloseRow = TrackSummary & { id: number; username: string; avatar: string | null }

/** By the sum of 1 / number of lists over the shared tracks, in whole hundred-millionths so that equal sums are equal. */
export async function findCloseMembers(db: Queryable, memberId: number): Promise<CloseMember[]> {
  const { rows } = await sql<CloseRow>`
    with shared as (
      select theirs.user_id,
        count(*) over (partition by mine.spotify_track_id) as lists
      from tracks mine
      cross join lateral (
        select user_id from tracks
        where spotify_track_id = mine.spotify_track_id and ${isShown('tracks.user_id')}
        limit ${maxComparedLists + 1}
      ) theirs
      where mine.user_id = ${memberId}
    ), close as (
      select user_id, sum(100000000 / lists) as score from shared
      where user_id <> ${memberId} and lists <= ${maxComparedLists}
        and ${canFollow(memberId)}
      group by user_id
      order by score desc, user_id
      limit ${closeMembersCount}
    )
    select users.id, username, avatar, mine.spotify_track_id, details.title, details.artist,
      details.artwork, details.tone, coalesce(details.gone, false) as gone
    from close
    join tracks theirs on theirs.user_id = close.user_id
    join tracks mine on mine.user_id = ${memberId} and mine.spotify_track_id = theirs.spotify_track_id
    join users on users.id = close.user_id
    left join track_details details on details.spotify_track_id = mine.spotify_track_id
    order by close.score desc, users.id, mine.rank`.execute(db)
  const members = new Map<number, CloseMember>()
  for (const { id, username, avatar, ...track } of rows) {
    const known = members.get(id)
    if (known) known.shared.push(track)
    else members.set(id, { username, avatar: avatarAddress(avatar), shared: [track] })
  }
  return [...members.values()]
}

/** A subquery by the unique key: as a join, PostgreSQL may read all followers of each. */
const canFollow = (memberId: number) => sql<boolean>`
  not coalesce((select state in ('following', 'blocked') from radr_follows
    where registry_id = (select id from follower_registry where user_id = ${memberId})
      and radr_user_id = shared.user_id), false)`

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
