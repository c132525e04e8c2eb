import { type Kysely, sql } from 'kysely'

/** On how many lists each track is, and the index that reads its lists by the followers of their owners. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** In the order of tracks, so that two statements never wait for each other. */
const addCounts = (sign: '' | '-') => `
  insert into track_list_counts (spotify_track_id, lists)
  select spotify_track_id, ${sign}count(*) from changed group by spotify_track_id order by spotify_track_id
  on conflict (spotify_track_id) do update set lists = track_list_counts.lists + excluded.lists`

const statements = [
  `create table track_list_counts (
    spotify_track_id text primary key,
    lists integer not null
  ) with (fillfactor = 80)`,
  `create function count_added_tracks() returns trigger language plpgsql as $$
    begin ${addCounts('')}; return null; end $$`,
  `create function count_removed_tracks() returns trigger language plpgsql as $$
    begin ${addCounts('-')}; return null; end $$`,
  `create function count_replaced_track() returns trigger language plpgsql as $$
    begin
      insert into track_list_counts (spotify_track_id, lists)
      select * from (values (old.spotify_track_id, -1), (new.spotify_track_id, 1)) changed (id, lists)
      order by id
      on conflict (spotify_track_id) do update set lists = track_list_counts.lists + excluded.lists;
      return null;
    end $$`,
  `create trigger count_added_tracks after insert on tracks
    referencing new table as changed for each statement execute function count_added_tracks()`,
  `create trigger count_removed_tracks after delete on tracks
    referencing old table as changed for each statement execute function count_removed_tracks()`,
  // Per row, so that the frequent changes of ranks cost nothing.
  `create trigger count_replaced_track after update on tracks for each row
    when (old.spotify_track_id <> new.spotify_track_id) execute function count_replaced_track()`,
  `insert into track_list_counts (spotify_track_id, lists)
    select spotify_track_id, count(*) from tracks group by spotify_track_id`,

  // The followers of the list's owner, a minute old at most: the lists with a track are sorted by them.
  'alter table tracks add followers integer not null default 0',
  `create function set_list_followers() returns trigger language plpgsql as $$
    begin
      new.followers := coalesce((select confirmed from follow_counts where user_id = new.user_id), 0);
      return new;
    end $$`,
  `create trigger set_list_followers before insert on tracks
    for each row execute function set_list_followers()`,
  // What of `confirmed` was last copied to the member's tracks; the index has the members to copy anew.
  'alter table follow_counts add copied integer not null default 0',
  'update tracks set followers = confirmed from follow_counts counts where counts.user_id = tracks.user_id',
  'update follow_counts set copied = confirmed where confirmed <> 0',
  'create index follow_counts_to_copy on follow_counts (user_id) where confirmed <> copied',
  `create index tracks_most_followed on tracks
    (spotify_track_id, followers desc, user_id desc)`,
  // The index above begins with the same column.
  'drop index tracks_spotify_track_id',
]
