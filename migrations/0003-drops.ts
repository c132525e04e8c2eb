/** Published lists, and how each differs from the member's earlier ones. */
export const statements = [
  `create table drops (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    drop_number integer not null check (drop_number > 0),
    note text check (char_length(note) <= 150),
    drop_followers integer not null default 0,
    created_at timestamptz not null default now(),
    movement jsonb not null,
    counted boolean default false,
    enqueued_at timestamptz,
    stopped_at timestamptz,
    deliveries_pruned_at timestamptz,
    delivery_counts jsonb,
    unique (user_id, drop_number)
  )`,
  'create index drops_created_at on drops (created_at desc, id desc)',
  'create index drops_of_member on drops (user_id, created_at desc, id desc)',
  // What jobs have not done yet with a drop.
  'create index drops_uncounted on drops (id) where not counted',
  'create index drops_unenqueued on drops (id) where enqueued_at is null',
  'create index drops_unrecorded on drops (id) where delivery_counts is null',
  'create index drops_unpruned on drops (created_at) where deliveries_pruned_at is null',

  `create table drop_tracks (
    id integer generated always as identity primary key,
    drop_id integer not null references drops on delete cascade,
    rank integer not null check (rank between 1 and 7),
    spotify_track_id text not null,
    previous_rank integer,
    peak_rank integer not null,
    drop_count integer not null,
    first_drop_number integer not null,
    first_dropped_at timestamptz not null,
    unique (drop_id, rank),
    unique (drop_id, spotify_track_id)
  )`,
  'create index drop_tracks_spotify_track_id on drop_tracks (spotify_track_id)',

  // Who is reminded when the next drop is possible, and when that is; null without a drop to wait for.
  `create table drop_reminders (
    user_id integer primary key references users on delete cascade,
    due_at timestamptz
  )`,
  'create index drop_reminders_due_at on drop_reminders (due_at) where due_at is not null',

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
