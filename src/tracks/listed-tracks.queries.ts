import { type RawBuilder, sql } from 'kysely'
import type { Cover, TrackSummary } from './tracks.schemas.ts'

type Source = keyof typeof sources

/** The covers of a list or of a drop in order, as a column of a query that has the id of its owner. */
export const coversOf = (source: Source, id: string): RawBuilder<Cover[]> =>
  selectTracks(source, id, cover)

/** The same with what a player and a sentence need. */
export const tracksOf = (source: Source, id: string): RawBuilder<TrackSummary[]> =>
  selectTracks(source, id, [...cover, 'title', 'artist', 'gone'])

const sources = {
  list: { table: 'tracks', owner: 'tracks.user_id' },
  drop: { table: 'drop_tracks', owner: 'drop_tracks.drop_id' },
}

const cover = ['spotify_track_id', 'artwork', 'color']

function selectTracks<Row>(source: Source, id: string, names: string[]): RawBuilder<Row[]> {
  const { table, owner } = sources[source]
  const pairs = names.map(name => sql`${sql.lit(name)}, ${columns[name] ?? sql.ref(name)}`)
  return sql<Row[]>`(
    select coalesce(jsonb_agg(jsonb_build_object(${sql.join(pairs)}) order by rank), '[]')
    from ${sql.table(table)} left join track_details using (spotify_track_id)
    where ${sql.ref(owner)} = ${sql.ref(id)})`
}

const columns: Record<string, RawBuilder<unknown>> = { gone: sql`coalesce(gone, false)` }
