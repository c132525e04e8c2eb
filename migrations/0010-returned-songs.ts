/** Songs that followers send to a member as their answer to one drop. */
export const statements = [
  `create table returned_songs (
    id bigint generated always as identity primary key,
    drop_id integer not null references drops on delete cascade,
    follow_id bigint not null references radr_follows on delete cascade,
    spotify_track_id text not null,
    words text check (char_length(words) <= 80),
    created_at timestamptz not null default now(),
    dismissed_at timestamptz,
    unique (drop_id, follow_id)
  )`,
  'create index returned_songs_follow_id on returned_songs (follow_id)',
  'create index returned_songs_spotify_track_id on returned_songs (spotify_track_id)',
  'create index returned_songs_created_at on returned_songs (created_at)',
  // /home reads what was not dismissed of all drops of a member.
  `create index returned_songs_shown on returned_songs (drop_id, id) where dismissed_at is null`,

  // Whether followers of the member can send songs.
  'alter table users add column accepts_songs boolean not null default true',
]
