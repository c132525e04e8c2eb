import { sql } from 'kysely'
import { avatarPath } from '../members/members.queries.ts'
import type { Queryable } from '../platform/database.ts'
import { tracksOf } from '../tracks/listed-tracks.queries.ts'
import type { ChartTrack, ChartUser } from './charts.schemas.ts'

export type ChartName = 'top-users' | 'top-tracks' | 'most-dropped'
type TrackChartName = Exclude<ChartName, 'top-users'>

// A stored chart has ids and counts only: names, pictures and titles are joined when it is read, so
// that a new username or title shows at once.

export async function readUserChart(db: Queryable): Promise<ChartUser[]> {
  const { rows } = await sql<Omit<ChartUser, 'created_at'> & { created_at: Date }>`
    select users.id, users.username, users.avatar, users.created_at,
      (entry->>'followerCount')::int as "followerCount", (entry->>'dropCount')::int as "dropCount",
      ${tracksOf('list', 'users.id')} as tracks
    from charts
    cross join jsonb_array_elements(charts.entries) with ordinality as listed (entry, position)
    join users on users.id = (entry->>'id')::int
    where charts.name = 'top-users' and users.hidden_reason is null
    order by position
  `.execute(db)
  return rows.map(({ avatar, created_at, ...row }) => ({
    ...row,
    avatar: avatarPath(avatar),
    created_at: created_at.toISOString(),
  }))
}

export async function readTrackChart(db: Queryable, name: TrackChartName): Promise<ChartTrack[]> {
  const { rows } = await sql<ChartTrack>`
    select entry->>'id' as spotify_track_id, (entry->>'count')::int as count,
      details.title, details.artist, details.artwork, details.color,
      coalesce(details.gone, false) as gone
    from charts
    cross join jsonb_array_elements(charts.entries) with ordinality as listed (entry, position)
    left join track_details details on details.spotify_track_id = entry->>'id'
    where charts.name = ${name}
    order by position
  `.execute(db)
  return rows
}
