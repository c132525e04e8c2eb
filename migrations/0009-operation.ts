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
  // Counts in all limits, or in none if one is used up; returns the used up ones, and until when they are. In the order
  // of keys, so that two requests never wait for each other.
  `create function take_limits(keys bytea[], maxes integer[], lengths integer[], taken_at timestamptz)
    returns table (refused bytea, until timestamptz) language plpgsql as $$
    begin
      return query with taken as (
        insert into rate_limits as counted (key, used, resets_at)
        select wanted.key, 1, taken_at + seconds * interval '1 second'
        from unnest(keys, lengths) as wanted (key, seconds) order by wanted.key
        on conflict (key) do update set
          used = case when counted.resets_at <= taken_at then 1 else counted.used + 1 end,
          -- A count of zero is one that was given back.
          resets_at = case when counted.resets_at <= taken_at or counted.used = 0
            then excluded.resets_at else counted.resets_at end
        returning counted.key, used, resets_at
      ) select taken.key, taken.resets_at from taken
        join unnest(keys, maxes) as wanted (key, max) on wanted.key = taken.key where taken.used > wanted.max;
      if found then
        delete from rate_limits where key = any(keys) and used = 1;
        update rate_limits set used = used - 1 where key = any(keys);
      end if;
    end $$`,

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
  'create index moderation_actions_created_at on moderation_actions (created_at, id)',
  'create index moderation_actions_user_id on moderation_actions (user_id)',
  `create function erase_reason() returns trigger language plpgsql as $$
    begin
      new.reason := '';
      return new;
    end $$`,
  `create trigger erase_reason before update on moderation_actions for each row
    when (new.user_id is null) execute function erase_reason()`,
]
