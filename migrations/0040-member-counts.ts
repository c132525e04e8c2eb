import { type Kysely, sql } from 'kysely'

/** Counts of followers and drops, kept by triggers, and the index of the list of followers. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const confirmed = '(verified and not unsubscribed)'
const unsubscribed = '(verified and unsubscribed)'
const unconfirmed = '(not verified)'

/** Each column of `follow_counts`, and which of the follows that are not merged it counts. */
const followCounts = {
  confirmed,
  confirmed_accounts: `(${confirmed} and by_account)`,
  unsubscribed,
  unsubscribed_accounts: `(${unsubscribed} and by_account)`,
  unconfirmed,
}
const columns = Object.keys(followCounts)
const each = (text: (column: string, condition: string) => string) =>
  Object.entries(followCounts).map(([column, condition]) => text(column, condition))

/**
 * A trigger function that adds the change of a whole statement to the counts. It locks them in the order
 * of members, so that two statements never wait for each other. \`follows\` has the changed rows and a sign.
 */
const countChanges = (name: string, follows: string) => `
  create function ${name}() returns trigger language plpgsql as $$
    begin
      with changes as materialized (
        select radr_user_id as user_id,
          ${each((column, condition) => `sum(sign * ${condition}::int)::int as ${column}`)}
        from (${follows}) follows
        where merged_into is null
        group by radr_user_id
        having ${each((_, condition) => `sum(sign * ${condition}::int) <> 0`).join(' or ')}
      ), locked as materialized (
        select user_id from follow_counts counts join changes using (user_id)
        order by user_id for no key update of counts
      )
      update follow_counts counts
      set ${columns.map(column => `${column} = counts.${column} + changes.${column}`)}
      from changes join locked using (user_id)
      where counts.user_id = changes.user_id;
      return null;
    end $$`

const statements = [
  `create table follow_counts (
    user_id integer primary key references users on delete cascade,
    ${columns.map(column => `${column} integer not null default 0`)}
  ) with (fillfactor = 80)`,
  `create table drop_counts (
    user_id integer primary key references users on delete cascade,
    drops integer not null default 0,
    last_drop_at timestamptz
  ) with (fillfactor = 80)`,

  // Dropped first, because the next statement builds every index again.
  'drop index radr_follows_newest',
  'drop index radr_follows_confirmed',
  // Whether the subscriber is an account. A row of the registry never changes that; a follow changes its row.
  `create function is_account(registry integer) returns boolean stable language plpgsql as $$
    begin
      return exists (select from follower_registry where id = registry and user_id is not null);
    end $$`,
  'alter table radr_follows add by_account boolean not null default false',
  // Writes the table anew, in a third of the time of an update.
  'alter table radr_follows alter by_account type boolean using is_account(registry_id)',
  `create function set_by_account() returns trigger language plpgsql as $$
    begin
      new.by_account := is_account(new.registry_id);
      return new;
    end $$`,
  `create trigger set_by_account before insert or update of registry_id on radr_follows
    for each row execute function set_by_account()`,

  // The list of followers reads its filters, and finds a page far back, from this index alone.
  `create index radr_follows_listed on radr_follows (radr_user_id, created_at, id)
    include (registry_id, verified, unsubscribed, by_account) where merged_into is null`,

  // The triggers come before the first count: creating them waits for writes that run and stops others.
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
      set ${columns.map(column => `${column} = coalesce(counted.${column}, 0)`)}
      from unnest(members) member (id) left join (
        select radr_user_id, ${each((column, condition) => `count(*) filter (where ${condition}) as ${column}`)}
        from radr_follows where merged_into is null and radr_user_id = any(members)
        group by radr_user_id
      ) counted on radr_user_id = member.id
      where user_id = member.id
        and (${columns.map(column => `counts.${column} <> coalesce(counted.${column}, 0)`).join(' or ')})
      returning user_id;
    end $$`,
  `create function recount_drops(members integer[]) returns setof integer language plpgsql as $$
    begin
      perform from drop_counts where user_id = any(members) order by user_id for no key update;
      return query update drop_counts counts
      set drops = coalesce(counted.drops, 0), last_drop_at = newest
      from unnest(members) member (id) left join (
        select user_id, count(*) as drops, max(created_at) as newest
        from drops where user_id = any(members) group by user_id
      ) counted on counted.user_id = member.id
      where counts.user_id = member.id
        and (counts.drops <> coalesce(counted.drops, 0) or counts.last_drop_at is distinct from newest)
      returning counts.user_id;
    end $$`,

  `create function count_drops() returns trigger language plpgsql as $$
    begin
      perform recount_drops(array(select distinct user_id from changed));
      return null;
    end $$`,
  `create function count_moved_drop() returns trigger language plpgsql as $$
    begin
      perform recount_drops(array[old.user_id, new.user_id]);
      return null;
    end $$`,
  `create trigger count_added_drops after insert on drops
    referencing new table as changed for each statement execute function count_drops()`,
  `create trigger count_removed_drops after delete on drops
    referencing old table as changed for each statement execute function count_drops()`,
  // Per row, so that the frequent updates of other columns cost nothing.
  `create trigger count_moved_drop after update on drops for each row
    when (old.user_id <> new.user_id or old.created_at <> new.created_at)
    execute function count_moved_drop()`,

  `create function add_member_counts() returns trigger language plpgsql as $$
    begin
      insert into follow_counts (user_id) select id from added;
      insert into drop_counts (user_id) select id from added;
      return null;
    end $$`,
  `create trigger add_member_counts after insert on users
    referencing new table as added for each statement execute function add_member_counts()`,

  'insert into follow_counts (user_id) select id from users',
  'insert into drop_counts (user_id) select id from users',
  'select recount_follows(array(select id from users))',
  'select recount_drops(array(select id from users))',

  // The orders of the administrators' list, read in either direction.
  'create index follow_counts_confirmed on follow_counts (confirmed, user_id)',
  'create index drop_counts_drops on drop_counts (drops, user_id)',
  'create index drop_counts_last_drop_at on drop_counts (last_drop_at, user_id)',
  'create index drop_counts_newest_drop on drop_counts (last_drop_at desc nulls last, user_id desc)',
  'create index users_created_at on users (created_at, id)',
  `create index users_by_name on users ((lower(username) collate "C"), id) include (username)`,
]
