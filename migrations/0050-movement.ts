import { type Kysely, sql } from 'kysely'

/** How each drop differs from the member's earlier ones: stored with the drop and its tracks. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Null in rows of a process of the previous release, until fill-movement.job.ts fills them.
  `alter table drop_tracks
    add previous_rank integer,
    add drop_count integer,
    add peak_rank integer,
    add first_drop_number integer,
    add first_dropped_at timestamptz`,
  'alter table drops add movement jsonb',

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
  // No more members at once, because other processes wait for these tables until the migrations end: 9 seconds for
  // 64,000 drops.
  // For the members of a larger installation fill-movement.job.ts does it while the app runs.
  'select fill_movement(array(select id from users order by id limit 10000))',
  'create index drops_without_movement on drops (user_id) where movement is null',
]
