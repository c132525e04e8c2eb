import { avatarPath, type PublicMember } from '../members/members.queries.ts'
import { type Placeholders, prepareQuery } from '../platform/database/prepare-query.ts'
import type { Queryable } from '../platform/database.ts'
import { listTracks } from '../tracks/tracks.queries.ts'
import type { Profile } from './profiles.schemas.ts'

/** A member's public profile without the URL of its card. */
export async function findProfile(
  db: Queryable,
  member: PublicMember,
): Promise<Omit<Profile, 'card'>> {
  const [tracks, [latest]] = await Promise.all([
    listTracks(db, member.id),
    selectLatestDrop(db, { userId: member.id }),
  ])
  return {
    username: member.username,
    avatar: avatarPath(member.avatar),
    spotify_user_id: member.spotify_user_id,
    totalDrops: latest?.total ?? 0,
    latestDrop: latest
      ? {
          note: latest.note,
          created_at: latest.created_at.toISOString(),
          drop_number: latest.drop_number,
        }
      : null,
    latestTrackUpdateTime: member.tracks_updated_at?.toISOString() ?? null,
    tracks,
  }
}

const selectLatestDrop = prepareQuery((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('drops')
    .innerJoin('drop_counts', 'drop_counts.user_id', 'drops.user_id')
    .select(['note', 'created_at', 'drop_number', 'drop_counts.drops as total'])
    .where('drops.user_id', '=', userId)
    .orderBy('drop_number', 'desc')
    .limit(1),
)
