import { sql } from 'kysely'
import type { Queryable } from '../platform/database.ts'

/** The newest drops of a member that a poster is of: ten years of weeks. */
const maxDrops = sql.lit(520)

type Title = { spotify_track_id: string; title: string | null }

/** `numberOne` was number one the longest in the year. */
export type PosterYear = { year: number; drops: number; newest: number; numberOne: Title | null }

/** Identifies a poster without reading its many ranks: the years, oldest first, and the list of the newest drop. */
export async function findPosterFacts(db: Queryable, userId: number) {
  const [years, tracks] = await Promise.all([findYears(db, userId), findNewestList(db, userId)])
  return { years, tracks }
}

async function findYears(db: Queryable, userId: number): Promise<PosterYear[]> {
  const { rows } = await sql<Omit<PosterYear, 'numberOne'> & { id: string | null } & Title>`
    with page as (
      select id, drop_number, extract(year from created_at at time zone 'UTC')::integer as year
      from drops where user_id = ${userId} order by drop_number desc limit ${maxDrops}
    ), years as (
      select year, count(*)::integer as drops, max(drop_number) as newest from page group by year
    ), number_ones as (
      select distinct on (year) year, spotify_track_id
      from page join drop_tracks on drop_id = page.id and rank = 1
      group by year, spotify_track_id
      order by year, count(*) desc, min(drop_number)
    )
    select year, drops, newest, number_ones.spotify_track_id as id, title
    from years left join number_ones using (year)
    left join track_details on track_details.spotify_track_id = number_ones.spotify_track_id
    order by year`.execute(db)
  return rows.map(({ id, title, ...year }) => ({
    ...year,
    numberOne: id === null ? null : { spotify_track_id: id, title },
  }))
}

function findNewestList(db: Queryable, userId: number) {
  return db
    .selectFrom('drop_tracks')
    .leftJoin('track_details', 'track_details.spotify_track_id', 'drop_tracks.spotify_track_id')
    .select(['drop_tracks.spotify_track_id', 'title', 'artist'])
    .where('drop_id', '=', ({ selectFrom }) =>
      selectFrom('drops')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('drop_number', 'desc')
        .limit(1),
    )
    .orderBy('rank')
    .execute()
}

export type DrawnRank = {
  drop_number: number
  created_at: Date
  spotify_track_id: string
  rank: number
}

/** The rank of each track on each drop of a poster up to the drop `newest`; oldest drop first. */
export async function findDrawnRanks(
  db: Queryable,
  userId: number,
  newest: number,
): Promise<DrawnRank[]> {
  const { rows } = await sql<DrawnRank>`
    select drop_number, created_at, spotify_track_id, rank from (
      select id, drop_number, created_at from drops
      where user_id = ${userId} and drop_number <= ${newest}
      order by drop_number desc limit ${maxDrops}
    ) page join drop_tracks on drop_id = page.id
    order by drop_number, rank`.execute(db)
  return rows
}
