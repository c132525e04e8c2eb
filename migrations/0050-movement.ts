import { type Kysely, sql } from 'kysely'

/** How each drop differs from the member's earlier ones: stored with the drop and its tracks. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Null in rows of a process of the previous release, until fill-movement.job.ts has filled them.
  `alter table drop_tracks
    add previous_rank integer,
    add drop_count integer,
    add peak_rank integer,
    add first_drop_number integer,
    add first_dropped_at timestamptz`,
  'alter table drops add movement jsonb',

  // What make-drop.ts stores, for all drops of these members that lack it. `place` numbers a member's drops.
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
        lead(place) over track as next_place
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
    ), number_ones as (
      select user_id, place, lag(spotify_track_id) over (partition by user_id order by place)
        is distinct from spotify_track_id as is_first
      from history where rank = 1
    ), reigns as (
      select user_id, place, place + 1
        - max(place) filter (where is_first) over (partition by user_id order by place) as drops
      from number_ones
    ), gone as (
      select user_id, place + 1 as place,
        jsonb_agg(jsonb_build_object('spotify_track_id', spotify_track_id, 'rank', rank)
          order by rank) as tracks
      from appearances where next_place is distinct from place + 1
      group by user_id, place
    ), counted as (
      select user_id, place, drop_id,
        lag(drop_number) over (partition by user_id order by place) as previous_drop,
        count(*) filter (where drop_count = 1) as new,
        count(*) filter (where drop_count > 1 and previous_rank is null) as back
      from appearances group by user_id, place, drop_id, drop_number
    )
    update drops set movement = jsonb_build_object(
      'previous_drop', previous_drop, 'new', new, 'back', back,
      'left', coalesce(gone.tracks, '[]'), 'number_one_drops', coalesce(reigns.drops, 1))
    from counted left join gone using (user_id, place) left join reigns using (user_id, place)
    where drops.id = counted.drop_id and drops.movement is null
  $$`,
  'select fill_movement(array(select id from users))',
  'create index drops_without_movement on drops (user_id) where movement is null',
]
