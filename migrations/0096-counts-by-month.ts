import { type Kysely, sql } from 'kysely'

/** Counts of followers and members by month, kept by triggers, so that a page far back skips whole months. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const confirmed = '(verified and not unsubscribed)'
const unsubscribed = '(verified and unsubscribed)'

/** As in 0040. */
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

/** As in 0040, and in the same statement by month. Whoever changes a month has the lock of its member. */
const countChanges = (name: string, follows: string, changeMonths: string) => `
  create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      with changes as materialized (
        select radr_user_id as user_id, month_of(created_at) as month,
          ${each((column, condition) => `sum(sign * ${condition}::int)::int as ${column}`)}
        from (${follows}) follows
        where merged_into is null
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
  from radr_follows where merged_into is null`

const statements = [
  // First, so that every follow is counted either below or by the triggers.
  'lock table users, radr_follows in share row exclusive mode',
  `create function month_of(at timestamptz) returns timestamptz immutable language sql
    return date_trunc('month', at at time zone 'UTC') at time zone 'UTC'`,
  `create table follow_counts_by_month (
    user_id integer not null references users on delete cascade,
    ${columns.map(column => `${column} integer not null default 0`)},
    month timestamptz not null,
    primary key (user_id, month)
  ) with (fillfactor = 80)`,
  countChanges('count_added_follows', 'select *, 1 as sign from added', addToMonths),
  countChanges('count_removed_follows', 'select *, -1 as sign from removed', takeFromMonths),
  countChanges(
    'count_changed_follows',
    'select *, 1 as sign from added union all select *, -1 as sign from removed',
    addToMonths,
  ),
  `insert into follow_counts_by_month (user_id, month, ${columns}) ${countedFollows} group by 1, 2`,

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

  `create table members_by_month (
    month timestamptz primary key,
    members integer not null
  ) with (fillfactor = 10)`,
  // Whoever changes a month has the lock of the total.
  `create or replace function count_members() returns trigger language plpgsql as $$
    declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      update member_total set members = members + sign * (select count(*) from changed);
      insert into members_by_month as counts (month, members)
      select month_of(created_at), sign * count(*) from changed group by 1
      on conflict (month) do update set members = counts.members + excluded.members;
      return null;
    end $$`,
  `create function count_moved_member() returns trigger language plpgsql as $$
    begin
      perform from member_total for no key update;
      insert into members_by_month as counts (month, members)
      values (month_of(old.created_at), -1), (month_of(new.created_at), 1)
      on conflict (month) do update set members = counts.members + excluded.members;
      return null;
    end $$`,
  `create trigger count_moved_member after update on users for each row
    when (month_of(old.created_at) <> month_of(new.created_at))
    execute function count_moved_member()`,
  `insert into members_by_month (month, members)
    select month_of(created_at), count(*) from users group by 1`,
]
