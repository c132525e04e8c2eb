/** What is computed from all lists and drops: charts, and tracks and members that are close to each other. */

/** In the order of tracks, so that two statements never wait for each other. */
const addCounts = (sign: '' | '-') => `
  insert into track_list_counts (spotify_track_id, lists)
  select spotify_track_id, ${sign}count(*) from changed group by spotify_track_id order by spotify_track_id
  on conflict (spotify_track_id) do update set lists = track_list_counts.lists + excluded.lists`

export const statements = [
  // One row per chart, so that processes which compute at the same time replace it whole.
  `create table charts (
    name text primary key,
    entries jsonb not null
  )`,
  // Counting every drop ever made anew each minute would stop the embedded database for a second in
  // a year's time; so each drop is added once.
  `create table track_drop_counts (
    spotify_track_id text primary key,
    count integer not null,
    first_dropped_at timestamptz not null
  )`,
  `create index track_drop_counts_most on track_drop_counts
    (count desc, first_dropped_at, spotify_track_id)`,

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

  // The followers of the list's owner, a minute old at most.
  `create function set_list_followers() returns trigger language plpgsql as $$
    begin
      new.followers := coalesce((select confirmed from follow_counts where user_id = new.user_id), 0);
      return new;
    end $$`,
  `create trigger set_list_followers before insert on tracks
    for each row execute function set_list_followers()`,

  // Up to five tracks that share lists with each track, and of which tracks they have to be computed.
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

  `create table close_members (
    user_id integer not null references users on delete cascade,
    close_user_id integer not null references users on delete cascade,
    score integer not null,
    primary key (user_id, close_user_id)
  )`,
  'create index close_members_close_user_id on close_members (close_user_id)',
  'create table close_members_due (user_id integer primary key references users on delete cascade)',
]
