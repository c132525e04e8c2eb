import { type Kysely, sql } from 'kysely'

/** Every table of the specification's section 3, and what accounts, sessions and delivery need besides. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table users (
    id integer generated always as identity primary key,
    username text not null,
    password text not null,
    email text not null,
    avatar text,
    spotify_user_id text,
    is_dev_user boolean not null default false,
    is_admin boolean not null default false,
    email_confirmed_at timestamptz,
    tracks_updated_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create unique index users_username_key on users (lower(username))',
  'create unique index users_email_key on users (lower(email))',

  `create table avatars (
    hash text primary key,
    jpeg bytea not null,
    created_at timestamptz not null default now()
  )`,

  `create table previous_usernames (
    username text not null,
    user_id integer not null references users on delete cascade,
    held_until timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  'create unique index previous_usernames_key on previous_usernames (lower(username))',

  `create table sessions (
    id bigint generated always as identity primary key,
    token_hash text not null unique,
    user_id integer not null references users on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index sessions_user_id on sessions (user_id)',

  `create table password_resets (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    token text not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index password_resets_user_id on password_resets (user_id)',

  `create table email_confirmations (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index email_confirmations_user_id on email_confirmations (user_id)',

  // Seven tracks is a rule of the database: ranks are 1 to 7 and no two tracks share one.
  `create table tracks (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    spotify_track_url text not null,
    spotify_track_id text not null,
    rank integer not null check (rank between 1 and 7),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint tracks_once_per_list unique (user_id, spotify_track_id),
    constraint tracks_one_per_rank unique (user_id, rank) deferrable initially deferred
  )`,
  'create index tracks_spotify_track_id on tracks (spotify_track_id)',

  `create table track_details (
    spotify_track_id text primary key,
    title text,
    artist text,
    artwork text,
    looked_up_at timestamptz,
    gone boolean not null default false
  )`,

  `create table drops (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    drop_number integer not null check (drop_number > 0),
    note text check (char_length(note) <= 150),
    drop_followers integer not null default 0,
    created_at timestamptz not null default now(),
    ledger_filled_at timestamptz,
    unique (user_id, drop_number)
  )`,
  'create index drops_created_at on drops (created_at desc, id desc)',

  `create table drop_tracks (
    id integer generated always as identity primary key,
    drop_id integer not null references drops on delete cascade,
    spotify_track_id text not null,
    rank integer not null check (rank between 1 and 7),
    unique (drop_id, rank),
    unique (drop_id, spotify_track_id)
  )`,
  'create index drop_tracks_spotify_track_id on drop_tracks (spotify_track_id)',

  `create table follower_registry (
    id integer generated always as identity primary key,
    email text,
    user_id integer unique references users on delete cascade,
    mail_stopped_at timestamptz,
    confirm_mails timestamptz[] not null default '{}',
    merged_into integer references follower_registry on delete cascade,
    created_at timestamptz not null default now(),
    check (num_nonnulls(email, user_id, merged_into) > 0)
  )`,
  `create index follower_registry_merged_into on follower_registry (merged_into)
    where merged_into is not null`,
  'create unique index follower_registry_email_key on follower_registry (lower(email))',

  `create table radr_follows (
    id bigint generated always as identity primary key,
    registry_id integer not null references follower_registry on delete cascade,
    radr_user_id integer not null references users on delete cascade,
    verification_token text unique,
    verified boolean not null default false,
    unsubscribed boolean not null default false,
    created_at timestamptz not null default now(),
    last_verification_email timestamptz,
    last_drop_email timestamptz,
    last_subscription_date timestamptz,
    unsubscribed_date timestamptz,
    merged_into bigint references radr_follows on delete cascade,
    unique (registry_id, radr_user_id)
  )`,
  `create index radr_follows_merged_into on radr_follows (merged_into)
    where merged_into is not null`,
  'create index radr_follows_of_member on radr_follows (radr_user_id, id)',
  // Each drop mail writes `last_drop_email`, which no index has: leave room for it on the page.
  'alter table radr_follows set (fillfactor = 85)',

  `create table drop_notifications (
    id bigint generated always as identity primary key,
    follow_id bigint not null references radr_follows on delete cascade,
    drop_id integer not null references drops on delete cascade,
    sent_at timestamptz,
    status text not null default 'pending' check (status in
      ('pending', 'sending', 'sent', 'retry', 'failed', 'skipped', 'unknown')),
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    last_error text,
    leased_until timestamptz,
    leased_by uuid,
    unique (drop_id, follow_id)
  ) with (fillfactor = 80)`,
  // What is still to be sent, and nothing else, so that looking for work stays cheap for ever.
  `create index drop_notifications_open on drop_notifications (drop_id, id)
    where status in ('pending', 'sending', 'retry', 'unknown')`,
  'create index drop_notifications_follow_id on drop_notifications (follow_id)',

  'create table secrets (name text primary key, value bytea not null)',
]
