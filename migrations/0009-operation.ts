/** What the app and its administrators need to run it. */
export const statements = [
  'create table secrets (name text primary key, value bytea not null)',
  // For `mailbox_key`: two keys of 64 bytes, the size of a block of SHA-256.
  `insert into secrets (name, value)
    select 'mailboxes', string_agg(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), '')
    from generate_series(1, 4)`,

  // How often somebody did something in the current stretch of time. Unlogged: counts are written at every
  // limited request and are not worth keeping over a crash.
  `create unlogged table rate_limits (
    key bytea primary key,
    used integer not null,
    resets_at timestamptz not null
  ) with (fillfactor = 70)`,
  'create index rate_limits_resets_at on rate_limits (resets_at)',

  // When the last backup was made; until then, when the database was. One row.
  `create table last_backup (
    id smallint primary key default 1 check (id = 1),
    made_at timestamptz not null default now()
  )`,
  'insert into last_backup default values',

  // What is kept of a deleted account names nobody: the reason, which is about the member, can do so, too.
  `create table moderation_actions (
    id bigint generated always as identity primary key,
    admin_id integer references users on delete set null,
    user_id integer references users on delete set null,
    action text not null check (action in ('hide', 'show')),
    reason text not null,
    created_at timestamptz not null
  )`,
  'create index moderation_actions_admin_id on moderation_actions (admin_id)',
  'create index moderation_actions_user_id on moderation_actions (user_id)',
  `create function erase_reason() returns trigger language plpgsql as $$
    begin
      new.reason := '';
      return new;
    end $$`,
  `create trigger erase_reason before update on moderation_actions for each row
    when (new.user_id is null) execute function erase_reason()`,
]
