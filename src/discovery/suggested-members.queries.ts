import { sql } from 'kysely'
import { avatarPath, isShown } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import { tracksOf } from '../tracks/listed-tracks.queries.ts'
import { closeCount, droppedCount, type SuggestedMember } from './discovery.schemas.ts'

/** A track on more lists says little about two members: under 1/200 of a score, and the most to compare. */
export const maxComparedLists = 200

/** Members to compare with, the most followed, so that the cost does not grow with the number of members. */
const maxOthers = 1000

const weekMs = 7 * 24 * 60 * 60 * 1000

/** Scores are sums of 1 / number of lists over the shared tracks, in whole hundred-millionths so that equal sums are equal. */
export async function findSuggestedMembers(
  db: Queryable,
  memberId: number,
  now: Date,
): Promise<SuggestedMember[]> {
  const since = new Date(now.getTime() - weekMs)
  const { rows } = await sql<SuggestedMember>`
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
      select user_id, sum(100000000 / lists) as score
      from shared
      where lists <= ${maxComparedLists} and ${isSuggested(memberId, 'shared.user_id')}
      group by user_id
      order by score desc, user_id
      limit ${closeCount}
    ), others as (
      select user_id, confirmed from follow_counts order by confirmed desc, user_id desc
      limit ${maxOthers}
    ), dropped as (
      select user_id, confirmed as score, ${lastDropOf('others.user_id')} >= ${since} as is_recent
      from others
      where user_id not in (select user_id from close)
        and ${isShown('others.user_id')} and ${isSuggested(memberId, 'others.user_id')}
        and exists (select from tracks where tracks.user_id = others.user_id)
      order by is_recent desc, score desc, user_id desc
      limit ${droppedCount}
    ), suggested as (
      select user_id, score, 'close' as reason from close
      union all
      select user_id, score, case when is_recent then 'this_week' else 'earlier' end from dropped
    )
    select username, avatar, confirmed as "followerCount", reason,
      ${tracksOf('list', 'users.id')} as tracks,
      array(
        select mine.spotify_track_id
        from tracks mine join tracks theirs using (spotify_track_id)
        where mine.user_id = ${memberId} and theirs.user_id = users.id
        order by mine.rank
      ) as shared
    from suggested
    join users on users.id = suggested.user_id
    join follow_counts on follow_counts.user_id = users.id
    order by array_position(array['close', 'this_week', 'earlier'], reason), score desc, users.id`.execute(
    db,
  )
  return rows.map(row => ({ ...row, avatar: avatarPath(row.avatar) }))
}

/** Holds for a member with a drop who is neither this one, nor followed by them, nor has blocked them. */
const isSuggested = (memberId: number, userId: string) => sql<boolean>`(
  ${sql.ref(userId)} <> ${memberId}
  and (select drops from drop_counts where user_id = ${sql.ref(userId)}) > 0
  and ${canFollow(memberId, userId)})`

// Subqueries by unique keys: as joins, PostgreSQL may read all drops of a week, or all followers of each, for each member.

const lastDropOf = (userId: string) => sql<Date>`
  (select last_drop_at from drop_counts where user_id = ${sql.ref(userId)})`

const canFollow = (memberId: number, userId: string) => sql<boolean>`
  not coalesce((select state in ('following', 'blocked') from radr_follows
    where registry_id = (select id from follower_registry where user_id = ${memberId})
      and radr_user_id = ${sql.ref(userId)}), false)`
