/** The list of each member, and what the streaming service says about a track. */
export const statements = [
  // Seven tracks is a rule of the database: ranks are 1 to 7 and no two tracks share one.
  `create table tracks (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    rank integer not null check (rank between 1 and 7),
    spotify_track_id text not null,
    spotify_track_url text not null,
    via_user_id integer references users on delete set null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint tracks_once_per_list unique (user_id, spotify_track_id),
    constraint tracks_one_per_rank unique (user_id, rank) deferrable initially deferred
  )`,
  'create index tracks_spotify_track_id on tracks (spotify_track_id, user_id)',

  'create index tracks_via on tracks (via_user_id) where via_user_id is not null',

  `create table track_details (
    spotify_track_id text primary key,
    title text,
    artist text,
    artwork text,
    album text,
    released text,
    duration integer,
    looked_up_at timestamptz,
    gone boolean not null default false,
    cover_artwork text,
    cover_tried_at timestamptz,
    cover bytea,
    tone text check (tone ~ '^[0-9a-f]{12}$')
  )`,
  `create index track_details_without_cover on track_details (cover_tried_at nulls first)
    where artwork is distinct from cover_artwork`,
  `create index track_details_without_tone on track_details (spotify_track_id)
    where tone is null and cover is not null`,
]
