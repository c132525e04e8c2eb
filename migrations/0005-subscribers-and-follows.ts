/** Who follows whom, with an account or with an address alone, and how many follow each member. */

/**
 * A trigger function that adds the change of a whole statement to the counts. It locks them in the order
 * of members, so that two statements never wait for each other. `follows` has the changed rows and a sign.
 */
const countChanges = (name: string, follows: string) => `
  create function ${name}() returns trigger language plpgsql as $$
    begin
      with changes as materialized (
        select radr_user_id as user_id, sum(sign)::int as difference
        from (${follows}) follows
        where state = 'following'
        group by radr_user_id
        having sum(sign) <> 0
      ), locked as materialized (
        select user_id, difference from follow_counts counts join changes using (user_id)
        order by user_id for no key update of counts
      )
      update follow_counts counts set confirmed = confirmed + difference
      from locked where counts.user_id = locked.user_id;
      return null;
    end $$`

export const statements = [
  `create table follower_registry (
    id integer generated always as identity primary key,
    user_id integer unique references users on delete cascade,
    email text,
    digest_time_zone text,
    created_at timestamptz not null default now(),
    check (num_nonnulls(email, user_id) > 0)
  )`,
  'create unique index follower_registry_email_key on follower_registry (lower(email))',
  `create index follower_registry_mailbox on follower_registry (mailbox_of(email))
    where email is not null`,
  // Enqueueing a drop looks up which recipients are accounts without a proven address.
  `create index follower_registry_unproven on follower_registry (id)
    where email is null and user_id is not null`,

  // Once a delivery has ended, `last_drop_email` of its follows is written, which no index has: the fill factor leaves
  // room for it on the page. After the largest drop this vacuums within a minute, so that lists are read from their
  // index alone again.
  `create table radr_follows (
    id bigint generated always as identity primary key,
    registry_id integer not null references follower_registry on delete cascade,
    radr_user_id integer not null references users on delete cascade,
    state text not null default 'pending' check (state in
      ('pending', 'following', 'left', 'removed', 'blocked')),
    verified boolean not null,
    unsubscribed boolean not null,
    mail_off boolean not null default false,
    created_at timestamptz not null default now(),
    verification_token text unique,
    verification_started_at timestamptz,
    verification_expires_at timestamptz,
    last_verification_email timestamptz,
    last_subscription_date timestamptz,
    unsubscribed_date timestamptz,
    last_drop_email timestamptz,
    blocked_at timestamptz check ((blocked_at is not null) = (state = 'blocked')),
    by_account boolean not null default false,
    search_text text,
    unique (registry_id, radr_user_id),
    check (unsubscribed_date is null or state not in ('pending', 'following'))
  ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_insert_scale_factor = 0.02)`,
  `create function mark_verified() returns trigger language plpgsql as $$
    begin
      new.unsubscribed := new.state = 'left' or new.unsubscribed_date is not null;
      new.verified := new.state = 'following' or new.unsubscribed;
      return new;
    end $$`,
  `create trigger mark_verified before insert or update of state, unsubscribed_date on radr_follows
    for each row execute function mark_verified()`,
  'create index radr_follows_of_member on radr_follows (radr_user_id, id)',
  // The list of followers reads its filters and what a search looks at from this index alone.
  `create index radr_follows_listed on radr_follows (radr_user_id, created_at, id)
    include (state, by_account, search_text) where state in ('pending', 'following', 'left')`,
  `create index radr_follows_blocked on radr_follows (radr_user_id, blocked_at, id)
    where state = 'blocked'`,
  // What is deleted after a week.
  `create index radr_follows_unconfirmed on radr_follows ((coalesce(last_verification_email, created_at)))
    where not verified`,
  // Mails have the ids of follows that were merged into another one since.
  `create table follow_aliases (
    old_id bigint primary key,
    follow_id bigint not null references radr_follows on delete cascade
  )`,
  'create index follow_aliases_follow_id on follow_aliases (follow_id)',

  // Weekly mails have the ids of subscribers that were merged into an account since.
  `create table subscriber_aliases (
    old_id integer primary key,
    subscriber_id integer not null references follower_registry on delete cascade
  )`,
  'create index subscriber_aliases_subscriber_id on subscriber_aliases (subscriber_id)',

  // Subscribers who may have no follow any more. No foreign key: a row is also added when its subscriber is
  // deleted, and is then removed by the job.
  'create table unused_subscribers (registry_id integer primary key)',
  `create function note_unused_subscribers() returns trigger language plpgsql as $$
    begin
      -- The update locks a row that exists, so that the job does not remove it before this commits.
      insert into unused_subscribers as noted select distinct registry_id from removed order by 1
      on conflict (registry_id) do update set registry_id = noted.registry_id;
      return null;
    end $$`,
  `create trigger note_unused_subscribers after delete on radr_follows
    referencing old table as removed for each statement execute function note_unused_subscribers()`,

  // `address_confirmed` is false only for an account that has not proven its address, which has no `email` of its own in
  // the registry. An address without an account counts as confirmed: it follows by the mailed link alone. A stop of all mail
  // is kept for the mailbox. An account that confirmed its address chose what it follows since, so `mail_stopped`
  // is true of unconfirmed accounts alone.
  `create view subscribers as
    select r.id, r.user_id, u.username,
      coalesce(r.email, u.email) as address,
      r.email is not null or u.email_confirmed_at is not null as address_confirmed,
      r.email is null and u.email_confirmed_at is null and exists (
        select from mailboxes where key = mailbox_key(u.email) and stopped_at is not null
      ) as mail_stopped
    from follower_registry r
    left join users u on u.id = r.user_id`,
  `create view recipients as
    select f.id as follow_id,
      f.radr_user_id,
      f.state = 'following' as is_following,
      coalesce(f.last_subscription_date, f.created_at) as followed_at,
      s.id as subscriber_id, s.user_id, s.username, s.address, s.address_confirmed, s.mail_stopped,
      f.mail_off
    from radr_follows f
    join subscribers s on s.id = f.registry_id`,

  // `by_account` and `search_text`, the subscriber's address in lower case, are copies for the list of
  // followers. The subscriber is locked in a statement of its own: the next one sees what a change of the
  // address, which has the lock too, committed.
  `create function copy_subscriber() returns trigger language plpgsql as $$
    begin
      perform from follower_registry where id = new.registry_id for share;
      select r.user_id is not null, lower(coalesce(r.email, u.email))
      into new.by_account, new.search_text
      from follower_registry r left join users u on u.id = r.user_id where r.id = new.registry_id;
      return new;
    end $$`,
  `create trigger copy_subscriber before insert or update of registry_id on radr_follows
    for each row execute function copy_subscriber()`,
  // Writing the same subscriber again copies anew. Only what differs: somebody can follow thousands of members.
  `create function copy_changed_subscriber() returns trigger language plpgsql as $$
    begin
      update radr_follows f set registry_id = s.id from subscribers s
      where s.id = new.id and f.registry_id = s.id
        and (f.by_account, f.search_text) is distinct from (s.user_id is not null, lower(s.address));
      return null;
    end $$`,
  `create trigger copy_changed_subscriber after update on follower_registry for each row
    when ((old.email, old.user_id) is distinct from (new.email, new.user_id))
    execute function copy_changed_subscriber()`,
  `create function copy_changed_account() returns trigger language plpgsql as $$
    begin
      perform from follower_registry where user_id = new.id for no key update;
      update radr_follows set registry_id = registry_id
      where registry_id = (select id from follower_registry where user_id = new.id);
      return null;
    end $$`,
  `create trigger copy_changed_account after update on users for each row
    when (old.email is distinct from new.email) execute function copy_changed_account()`,

  `create table follow_counts (
    user_id integer primary key references users on delete cascade,
    confirmed integer not null default 0
  ) with (fillfactor = 80)`,
  'create index follow_counts_confirmed on follow_counts (confirmed, user_id)',
  countChanges('count_added_follows', 'select *, 1 as sign from added'),
  countChanges('count_removed_follows', 'select *, -1 as sign from removed'),
  countChanges(
    'count_changed_follows',
    'select *, 1 as sign from added union all select *, -1 as sign from removed',
  ),
  `create trigger count_added_follows after insert on radr_follows
    referencing new table as added for each statement execute function count_added_follows()`,
  `create trigger count_removed_follows after delete on radr_follows
    referencing old table as removed for each statement execute function count_removed_follows()`,
  `create trigger count_changed_follows after update on radr_follows
    referencing old table as removed new table as added
    for each statement execute function count_changed_follows()`,
  // Counts anew and returns whose counts were wrong. The lock comes in a statement of its own: the next one
  // sees what was committed before it.
  `create function recount_follows(members integer[]) returns setof integer language plpgsql as $$
    begin
      perform from follow_counts where user_id = any(members) order by user_id for no key update;
      return query update follow_counts counts
      set confirmed = coalesce(counted.confirmed, 0)
      from unnest(members) member (id) left join (
        select radr_user_id, count(*) as confirmed from radr_follows
        where state = 'following' and radr_user_id = any(members)
        group by radr_user_id
      ) counted on radr_user_id = member.id
      where user_id = member.id and counts.confirmed <> coalesce(counted.confirmed, 0)
      returning user_id;
    end $$`,
  `create function add_member_counts() returns trigger language plpgsql as $$
    begin
      insert into follow_counts (user_id) select id from added;
      insert into drop_counts (user_id) select id from added;
      return null;
    end $$`,
  `create trigger add_member_counts after insert on users
    referencing new table as added for each statement execute function add_member_counts()`,
]
