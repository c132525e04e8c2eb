/** Who follows whom, with an account or with an address alone, and how many follow each member. */

const confirmed = '(verified and not unsubscribed)'
const unsubscribed = '(verified and unsubscribed)'

/** On the member's list: no other follow replaced it, and the member did not remove it. */
const listed = 'merged_into is null and removed_at is null'

/** Each column of `follow_counts`, and which of the listed follows it counts. */
const followCounts = {
  confirmed,
  confirmed_accounts: `(${confirmed} and by_account)`,
  unsubscribed,
  unsubscribed_accounts: `(${unsubscribed} and by_account)`,
  unconfirmed: '(not verified)',
}
const columns = Object.keys(followCounts)
const each = (text: (column: string, condition: string) => string) =>
  Object.entries(followCounts).map(([column, condition]) => text(column, condition))

const addToMonths = `insert into follow_counts_by_month as counts (user_id, month, ${columns})
  select user_id, month, ${columns} from changes join locked using (user_id)
  on conflict (user_id, month) do update
  set ${columns.map(column => `${column} = counts.${column} + excluded.${column}`)}`
/** Without an insert, which would fail while the member is deleted. */
const takeFromMonths = `update follow_counts_by_month counts
  set ${columns.map(column => `${column} = counts.${column} + changes.${column}`)}
  from changes join locked using (user_id)
  where counts.user_id = changes.user_id and counts.month = changes.month`

/**
 * A trigger function that adds the change of a whole statement to the counts, in all and by month. It locks
 * them in the order of members, so that two statements never wait for each other; whoever changes a month has
 * the lock of its member. `follows` has the changed rows and a sign.
 */
const countChanges = (name: string, follows: string, changeMonths: string) => `
  create function ${name}() returns trigger language plpgsql as $$
    begin
      with changes as materialized (
        select radr_user_id as user_id, month_of(created_at) as month,
          ${each((column, condition) => `sum(sign * ${condition}::int)::int as ${column}`)}
        from (${follows}) follows
        where ${listed}
        group by 1, 2
        having ${each((_, condition) => `sum(sign * ${condition}::int) <> 0`).join(' or ')}
      ), locked as materialized (
        select user_id from follow_counts counts where user_id in (select user_id from changes)
        order by user_id for no key update of counts
      ), months as (${changeMonths})
      update follow_counts counts
      set ${columns.map(column => `${column} = counts.${column} + changed.${column}`)}
      from (
        select user_id, ${columns.map(column => `sum(${column})::int as ${column}`)}
        from changes join locked using (user_id) group by user_id
      ) changed
      where counts.user_id = changed.user_id;
      return null;
    end $$`

const countedFollows = `select radr_user_id as user_id, month_of(created_at) as month,
    ${each((column, condition) => `count(*) filter (where ${condition})::int as ${column}`)}
  from radr_follows where ${listed}`

export const statements = [
  `create table follower_registry (
    id integer generated always as identity primary key,
    user_id integer unique references users on delete cascade,
    email text,
    digest_time_zone text,
    merged_into integer references follower_registry on delete cascade,
    created_at timestamptz not null default now(),
    check (num_nonnulls(email, user_id, merged_into) > 0)
  )`,
  'create unique index follower_registry_email_key on follower_registry (lower(email))',
  `create index follower_registry_merged_into on follower_registry (merged_into)
    where merged_into is not null`,
  // Enqueueing a drop looks up which recipients are accounts without a proven address.
  `create index follower_registry_unproven on follower_registry (id)
    where email is null and user_id is not null`,

  // Each drop mail writes `last_drop_email`, which no index has: the fill factor leaves room for it on the page.
  // After the largest drop this vacuums within a minute, so that lists are read from their index alone again.
  `create table radr_follows (
    id bigint generated always as identity primary key,
    registry_id integer not null references follower_registry on delete cascade,
    radr_user_id integer not null references users on delete cascade,
    verified boolean not null default false,
    unsubscribed boolean not null default false,
    mail_off boolean not null default false,
    created_at timestamptz not null default now(),
    verification_token text unique,
    verification_expires_at timestamptz,
    last_verification_email timestamptz,
    last_subscription_date timestamptz,
    unsubscribed_date timestamptz,
    last_drop_email timestamptz,
    merged_into bigint references radr_follows on delete cascade,
    removed_at timestamptz,
    blocked_at timestamptz check (blocked_at is null or removed_at is not null),
    by_account boolean not null default false,
    search_text text,
    unique (registry_id, radr_user_id)
  ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_insert_scale_factor = 0.02)`,
  'create index radr_follows_of_member on radr_follows (radr_user_id, id)',
  // The list of followers reads its filters and what a search looks at from this index alone.
  `create index radr_follows_listed on radr_follows (radr_user_id, created_at, id)
    include (registry_id, verified, unsubscribed, by_account, search_text) where ${listed}`,
  'create index radr_follows_merged_into on radr_follows (merged_into) where merged_into is not null',
  `create index radr_follows_blocked on radr_follows (radr_user_id, blocked_at, id)
    where blocked_at is not null`,
  // What is deleted after a week.
  `create index radr_follows_unconfirmed on radr_follows ((coalesce(last_verification_email, created_at)))
    where not verified and merged_into is null`,

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

  // An account that has not proven its address has no `email` of its own in the registry. A stop of all mail
  // is kept for the mailbox. An account that confirmed its address chose what it follows since, so the stop
  // applies to the others.
  `create view subscribers as
    select r.id, r.user_id, u.username,
      coalesce(r.email, u.email) as address,
      r.email is not null or u.email_confirmed_at is not null as address_confirmed,
      r.email is null and u.email_confirmed_at is null and exists (
        select from mailboxes where key = mailbox_key(u.email) and stopped_at is not null
      ) as mail_stopped
    from follower_registry r
    left join users u on u.id = r.user_id`,
  // Mails and deliveries keep the id of the follow they were made for; after a merge another follow
  // decides whether and where its mail is sent.
  `create view recipients as
    select made_for.id as follow_id,
      f.id as current_follow_id,
      f.radr_user_id,
      f.verified and not f.unsubscribed as is_following,
      coalesce(f.last_subscription_date, f.created_at) as followed_at,
      s.id as subscriber_id, s.user_id, s.username, s.address, s.address_confirmed, s.mail_stopped,
      f.mail_off
    from radr_follows made_for
    join radr_follows f on f.id = coalesce(made_for.merged_into, made_for.id)
    join subscribers s on s.id = f.registry_id`,

  // `by_account` and `search_text`, the subscriber's address in lower case, are copies for the list of
  // followers. The subscriber is locked in a statement of its own: the next one sees what a change of the
  // address, which has the lock too, committed.
  `create function is_account(registry integer) returns boolean stable language plpgsql as $$
    begin
      return exists (select from follower_registry where id = registry and user_id is not null);
    end $$`,
  `create function search_text_of(registry integer) returns text stable language plpgsql as $$
    begin
      return (select lower(coalesce(r.email, u.email)) from follower_registry r
        left join users u on u.id = r.user_id where r.id = registry);
    end $$`,
  `create function set_by_account() returns trigger language plpgsql as $$
    begin
      perform from follower_registry where id = new.registry_id for share;
      new.by_account := is_account(new.registry_id);
      new.search_text := search_text_of(new.registry_id);
      return new;
    end $$`,
  `create trigger set_by_account before insert or update of registry_id on radr_follows
    for each row execute function set_by_account()`,
  `create function copy_search_text(registry integer) returns void language sql as $$
    update radr_follows set search_text = search_text_of(registry)
    where registry_id = registry and search_text is distinct from search_text_of(registry)
  $$`,
  `create function copy_subscriber_email() returns trigger language plpgsql as $$
    begin
      perform copy_search_text(new.id);
      return null;
    end $$`,
  `create trigger copy_subscriber_email after update on follower_registry for each row
    when ((old.email, old.user_id) is distinct from (new.email, new.user_id))
    execute function copy_subscriber_email()`,
  `create function copy_account_email() returns trigger language plpgsql as $$
    begin
      perform from follower_registry where user_id = new.id for no key update;
      perform copy_search_text(id) from follower_registry where user_id = new.id;
      return null;
    end $$`,
  `create trigger copy_account_email after update on users for each row
    when (old.email is distinct from new.email) execute function copy_account_email()`,

  // Copies anew what is wrong and returns whose followers these are.
  `create function recopy_search_texts(members integer[]) returns setof integer language sql as $$
    update radr_follows f set search_text = lower(s.address) from subscribers s
    where f.radr_user_id = any(members) and s.id = f.registry_id
      and f.search_text is distinct from lower(s.address)
    returning f.radr_user_id
  $$`,

  // `copied`: what of `confirmed` was last copied to the member's tracks.
  `create table follow_counts (
    user_id integer primary key references users on delete cascade,
    ${columns.map(column => `${column} integer not null default 0`)},
    copied integer not null default 0
  ) with (fillfactor = 80)`,
  'create index follow_counts_confirmed on follow_counts (confirmed, user_id)',
  'create index follow_counts_to_copy on follow_counts (user_id) where confirmed <> copied',
  // The same by the month in which the follow was made.
  `create table follow_counts_by_month (
    user_id integer not null references users on delete cascade,
    month timestamptz not null,
    ${columns.map(column => `${column} integer not null default 0`)},
    primary key (user_id, month)
  ) with (fillfactor = 80)`,
  countChanges('count_added_follows', 'select *, 1 as sign from added', addToMonths),
  countChanges('count_removed_follows', 'select *, -1 as sign from removed', takeFromMonths),
  countChanges(
    'count_changed_follows',
    'select *, 1 as sign from added union all select *, -1 as sign from removed',
    addToMonths,
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
      set ${columns.map(column => `${column} = coalesce(counted.${column}, 0)`)}
      from unnest(members) member (id) left join (
        select radr_user_id, ${each((column, condition) => `count(*) filter (where ${condition}) as ${column}`)}
        from radr_follows where ${listed} and radr_user_id = any(members)
        group by radr_user_id
      ) counted on radr_user_id = member.id
      where user_id = member.id
        and (${columns.map(column => `counts.${column} <> coalesce(counted.${column}, 0)`).join(' or ')})
      returning user_id;
    end $$`,
  // As `recount_follows`.
  `create function recount_follows_by_month(members integer[]) returns setof integer language plpgsql as $$
    begin
      perform from follow_counts where user_id = any(members) order by user_id for no key update;
      return query insert into follow_counts_by_month as counts (user_id, month, ${columns})
      select user_id, month, ${columns.map(column => `coalesce(counted.${column}, 0)`)}
      from (select * from follow_counts_by_month where user_id = any(members)) stored
      full join (${countedFollows} and radr_user_id = any(members) group by 1, 2) counted
        using (user_id, month)
      on conflict (user_id, month) do update
      set ${columns.map(column => `${column} = excluded.${column}`)}
      where ${columns.map(column => `counts.${column} <> excluded.${column}`).join(' or ')}
      returning counts.user_id;
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
