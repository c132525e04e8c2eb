import { type Kysely, sql } from 'kysely'

/** Covers of tracks, for share cards. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table track_details add cover bytea, add cover_artwork text`.execute(db)
  await sql`create index track_details_without_cover on track_details (spotify_track_id)
    where artwork is distinct from cover_artwork`.execute(db)
}
