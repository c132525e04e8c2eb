import { sql } from 'kysely'
import { isShown } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import type { AddedTrack } from './feed.schemas.ts'

const maxRows = 20
/** Days for which the feed shows an added track. */
const days = 7

/** Tracks that other members have added from a member's list or drops and still have, newest first; nobody hidden or blocked. */
export async function findAddedTracks(
  db: Queryable,
  memberId: number,
  now: Date,
): Promise<AddedTrack[]> {
  const { rows } = await sql<AddedTrack>`
    select username, tracks.spotify_track_id, title
    from tracks join users on users.id = tracks.user_id
    left join track_details details on details.spotify_track_id = tracks.spotify_track_id
    where via_user_id = ${memberId} and ${isShown('tracks.user_id')}
      and tracks.created_at > ${now}::timestamptz - make_interval(days => ${days})
      and not exists (
        select from radr_follows join follower_registry on follower_registry.id = registry_id
        where radr_user_id = ${memberId} and follower_registry.user_id = tracks.user_id
          and state = 'blocked'
      )
    order by tracks.created_at desc, tracks.id desc limit ${maxRows}`.execute(db)
  return rows
}
