/** Accounts, how somebody gets into one, and what they show. */
export const statements = [
  `create table users (
    id integer generated always as identity primary key,
    username text not null,
    email text not null,
    email_unsent boolean not null default false,
    email_confirmed_at timestamptz,
    email_changed_at timestamptz,
    password text not null,
    avatar text,
    spotify_user_id text,
    is_dev_user boolean not null default false,
    is_admin boolean not null default false,
    hidden_reason text,
    tracks_updated_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  // A trigger, so that no statement can miss it: a report about an earlier mail must not act on the address that the account has now.
  // The later of the app's clock, which `updated_at` and reports have, and the database's.
  `create function note_email_change() returns trigger language plpgsql as $$
    begin
      new.email_changed_at := greatest(new.updated_at, now());
      return new;
    end $$`,
  `create trigger note_email_change before update of email on users for each row
    when (lower(old.email) <> lower(new.email)) execute function note_email_change()`,
  'create unique index users_username_key on users (lower(username))',
  'create unique index users_email_key on users (lower(email))',
  // The orders of the administrators' list, read in either direction.
  'create index users_created_at on users (created_at, id) include (username)',
  'create index users_by_name on users ((lower(username) collate "C"), id) include (username)',
  // Accounts that are deleted when nobody confirms their address.
  'create index users_unproven on users (created_at) where email_confirmed_at is null',
  // Few rows, which queries of the public leave out.
  'create index users_hidden on users (id) where hidden_reason is not null',

  `create table avatars (
    hash text primary key,
    jpeg bytea not null,
    created_at timestamptz not null default now()
  )`,

  `create table previous_usernames (
    username text not null,
    user_id integer not null references users on delete cascade,
    reserved_until timestamptz not null
  )`,
  'create unique index previous_usernames_key on previous_usernames (lower(username))',
  `create table deleted_usernames (
    username text not null,
    reserved_until timestamptz not null
  )`,
  'create unique index deleted_usernames_key on deleted_usernames (lower(username))',

  `create table sessions (
    id bigint generated always as identity primary key,
    token_hash text not null unique,
    user_id integer not null references users on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index sessions_user_id on sessions (user_id)',
  // As keyed hashes: guesses from elsewhere do not lock an account out of the networks it signed in from.
  `create table sign_in_networks (
    user_id integer not null references users on delete cascade,
    network bytea not null,
    last_used_at timestamptz not null,
    primary key (user_id, network)
  )`,
  `create table password_resets (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    token text not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index password_resets_user_id on password_resets (user_id)',
  `create table invitations (
    id integer generated always as identity primary key,
    token_hash text not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create table email_confirmations (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index email_confirmations_user_id on email_confirmations (user_id)',
]
