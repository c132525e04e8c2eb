import { type Kysely, sql } from 'kysely'

/** Up to five tracks that share lists with each track, and of which tracks they have to be computed. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table related_tracks (
    spotify_track_id text not null,
    position smallint not null,
    related_track_id text not null,
    primary key (spotify_track_id, position)
  )`,
  'create table related_tracks_due (spotify_track_id text primary key)',

  // Only appended to by members, who thereby never wait for each other; a job takes the rows.
  `create table list_changes (
    id bigint generated always as identity primary key,
    user_id integer not null,
    spotify_track_id text not null
  )`,
  `create function record_list_changes() returns trigger language plpgsql as $$
    begin
      insert into list_changes (user_id, spotify_track_id)
      select user_id, spotify_track_id from changed;
      return null;
    end $$`,
  `create trigger record_added_tracks after insert on tracks
    referencing new table as changed for each statement execute function record_list_changes()`,
  `create trigger record_removed_tracks after delete on tracks
    referencing old table as changed for each statement execute function record_list_changes()`,

  'insert into related_tracks_due select distinct spotify_track_id from tracks',
]
