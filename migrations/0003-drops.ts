/** Published lists, and how each differs from the member's earlier ones. */
export const statements = [
  `create table drops (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    drop_number integer not null check (drop_number > 0),
    note text check (char_length(note) <= 150),
    drop_followers integer not null default 0,
    created_at timestamptz not null default now(),
    movement jsonb,
    counted boolean default false,
    ledger_filled_at timestamptz,
    stopped_at timestamptz,
    mails_recorded boolean not null default false,
    deliveries_pruned_at timestamptz,
    unique (user_id, drop_number)
  )`,
  'create index drops_created_at on drops (created_at desc, id desc)',
  'create index drops_of_member on drops (user_id, created_at desc, id desc)',
  // What jobs have not done yet with a drop.
  'create index drops_without_movement on drops (user_id) where movement is null',
  'create index drops_uncounted on drops (id) where not counted',
  'create index drops_unfilled on drops (id) where ledger_filled_at is null',
  'create index drops_unrecorded on drops (id) where not mails_recorded',
  'create index drops_unpruned on drops (created_at) where deliveries_pruned_at is null',

  `create table drop_tracks (
    id integer generated always as identity primary key,
    drop_id integer not null references drops on delete cascade,
    rank integer not null check (rank between 1 and 7),
    spotify_track_id text not null,
    previous_rank integer,
    peak_rank integer,
    drop_count integer,
    first_drop_number integer,
    first_dropped_at timestamptz,
    unique (drop_id, rank),
    unique (drop_id, spotify_track_id)
  )`,
  'create index drop_tracks_spotify_track_id on drop_tracks (spotify_track_id)',

  // What make-drop.ts stores, for all drops of these members that lack it. `place` numbers a member's drops.
  // Tracks that left are rows of the next place, so that one grouping counts everything: joins would be
  // planned for few rows.
  `create function fill_movement(members integer[]) returns void language sql as $$
    with history as (
      select user_id, drop_id, drop_number, drops.created_at, drop_tracks.id, spotify_track_id, rank,
        dense_rank() over (partition by user_id order by drop_number) as place
      from unnest(members) member (user_id)
      join drops using (user_id)
      join drop_tracks on drop_id = drops.id
    ), appearances as materialized (
      select *,
        case when lag(place) over track = place - 1 then lag(rank) over track end as previous_rank,
        row_number() over track as drop_count,
        min(rank) over track as peak_rank,
        first_value(drop_number) over track as first_drop_number,
        first_value(created_at) over track as first_dropped_at,
        lead(place) over track as next_place,
        lag(spotify_track_id) over (partition by user_id, rank order by place)
          is distinct from spotify_track_id as is_first_at_rank
      from history
      window track as (partition by user_id, spotify_track_id order by place)
    ), filled as (
      update drop_tracks set
        previous_rank = appearances.previous_rank,
        drop_count = appearances.drop_count,
        peak_rank = appearances.peak_rank,
        first_drop_number = appearances.first_drop_number,
        first_dropped_at = appearances.first_dropped_at
      from appearances
      where drop_tracks.id = appearances.id and drop_tracks.drop_count is null
    ), changes as (
      select user_id, place, drop_id, drop_number, rank, drop_count, previous_rank,
        place + 1 - max(place) filter (where is_first_at_rank)
          over (partition by user_id, rank order by place) as drops_at_rank,
        null as has_left
      from appearances
      union all
      select user_id, place + 1, null, null, rank, null, null, null, spotify_track_id
      from appearances where next_place is distinct from place + 1
    ), counted as (
      select max(drop_id) as drop_id, jsonb_build_object(
        'previous_drop', lag(max(drop_number)) over (partition by user_id order by place),
        'new', count(*) filter (where drop_count = 1),
        'back', count(*) filter (where drop_count > 1 and previous_rank is null),
        'left', coalesce(jsonb_agg(jsonb_build_object('spotify_track_id', has_left, 'rank', rank)
          order by rank) filter (where has_left is not null), '[]'),
        'number_one_drops', coalesce(max(drops_at_rank) filter (where rank = 1), 1)) as movement
      from changes group by user_id, place
    )
    update drops set movement = counted.movement
    from counted where drops.id = counted.drop_id and drops.movement is null
  $$`,

  // How many drops each member has made; the row is added with the member.
  `create table drop_counts (
    user_id integer primary key references users on delete cascade,
    drops integer not null default 0,
    last_drop_at timestamptz
  ) with (fillfactor = 80)`,
  'create index drop_counts_drops on drop_counts (drops, user_id)',
  'create index drop_counts_last_drop_at on drop_counts (last_drop_at, user_id)',
  'create index drop_counts_newest_drop on drop_counts (last_drop_at desc nulls last, user_id desc)',
  // Counts anew and returns whose counts were wrong. The lock comes in a statement of its own: the next one
  // sees what was committed before it.
  `create function recount_drops(members integer[]) returns setof integer language plpgsql as $$
    begin
      perform from drop_counts where user_id = any(members) order by user_id for no key update;
      return query update drop_counts counts
      set drops = coalesce(counted.drops, 0), last_drop_at = newest
      from unnest(members) member (id) left join (
        select user_id, count(*) as drops, max(created_at) as newest
        from drops where user_id = any(members) group by user_id
      ) counted on counted.user_id = member.id
      where counts.user_id = member.id
        and (counts.drops <> coalesce(counted.drops, 0) or counts.last_drop_at is distinct from newest)
      returning counts.user_id;
    end $$`,

  `create function count_drops() returns trigger language plpgsql as $$
    begin
      perform recount_drops(array(select distinct user_id from changed));
      return null;
    end $$`,
  `create function count_moved_drop() returns trigger language plpgsql as $$
    begin
      perform recount_drops(array[old.user_id, new.user_id]);
      return null;
    end $$`,
  `create trigger count_added_drops after insert on drops
    referencing new table as changed for each statement execute function count_drops()`,
  `create trigger count_removed_drops after delete on drops
    referencing old table as changed for each statement execute function count_drops()`,
  // Per row, so that the frequent updates of other columns cost nothing.
  `create trigger count_moved_drop after update on drops for each row
    when (old.user_id <> new.user_id or old.created_at <> new.created_at)
    execute function count_moved_drop()`,
]
