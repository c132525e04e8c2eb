import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

export const closeMembersCount = 20

/**
 * A track on more lists says little about two members who share it: it would add less than 1/200 to their
 * score, and cost the most to compare.
 */
export const maxComparedLists = 200

/**
 * Replaces the close members of some members. A score is the sum over the shared tracks of
 * 1 / number of lists with the track, in whole hundred-millionths so that equal sums are equal.
 */
export async function computeCloseMembers(trx: Transaction, memberIds: number[]) {
  await sql`delete from close_members where user_id = any(${memberIds}::int[])`.execute(trx)
  await sql`
    with scores as (
      select mine.user_id, theirs.user_id as close_user_id, sum(100000000 / lists) as score
      from tracks mine
      join track_list_counts counts on counts.spotify_track_id = mine.spotify_track_id
        and lists between 2 and ${maxComparedLists}
      join tracks theirs on theirs.spotify_track_id = mine.spotify_track_id
        and theirs.user_id <> mine.user_id
      where mine.user_id = any(${memberIds}::int[])
      group by 1, 2
    ), ranked as (
      select *, row_number() over (
        partition by user_id order by score desc, close_user_id) as position
      from scores
    )
    insert into close_members (user_id, close_user_id, score)
    select user_id, close_user_id, score from ranked where position <= ${closeMembersCount}
  `.execute(trx)
}
