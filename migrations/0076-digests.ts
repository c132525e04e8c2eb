import { type Kysely, sql } from 'kysely'

/** A subscriber can get one mail a week instead of one for each drop, see docs/decisions/2026-11-22-weekly-digest.md. */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const states = ['pending', 'sending', 'sent', 'retry', 'failed', 'skipped', 'unknown', 'digest']
const columns = states.join(', ')
const each = (text: (state: string) => string, separator = ', ') => states.map(text).join(separator)

/** As in 0041, with the state `digest`. */
const countChanges = (name: string, deliveries: string) => `
  create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      insert into delivery_counts as counts (drop_id, shard, ${columns})
      select drop_id, pg_backend_pid() % 4, ${columns}
      from (
        select drop_id, ${each(state => `sum(sign * (status = '${state}')::int)::int as ${state}`)}
        from (${deliveries}) deliveries group by drop_id
      ) changes
      where (${each(state => `${state} <> 0`, ' or ')})
        -- The drop is missing while its own deletion deletes its deliveries, and a digest has none.
        and exists (select from drops where drops.id = drop_id)
      order by drop_id
      on conflict (drop_id, shard) do update
      set ${each(state => `${state} = counts.${state} + excluded.${state}`)};
      return null;
    end $$`

const statements = [
  // The time zone of those who chose the weekly digest; null for a mail for each drop.
  'alter table follower_registry add digest_time_zone text',

  // The mail of a digest is a delivery without a drop. Deliveries of drops that it contains refer to it.
  `alter table drop_notifications
    alter drop_id drop not null,
    add digest_id bigint references drop_notifications on delete set null,
    drop constraint drop_notifications_status_check,
    add constraint drop_notifications_status_check
      check (status in (${states.map(state => `'${state}'`).join(', ')})) not valid`,
  `create index drop_notifications_digest on drop_notifications (digest_id)
    where digest_id is not null`,
  `create index drop_notifications_digest_due on drop_notifications (next_attempt_at)
    where status = 'digest' and digest_id is null`,
  `create index drop_notifications_digest_sent on drop_notifications (sent_at)
    where drop_id is null`,

  'alter table delivery_counts add digest integer not null default 0',
  countChanges('count_added_deliveries', 'select *, 1 as sign from added'),
  countChanges('count_removed_deliveries', 'select *, -1 as sign from removed'),
  countChanges(
    'count_changed_deliveries',
    `select drop_id, status, 1 as sign from added
     union all select drop_id, status, -1 as sign from removed`,
  ),
  `create or replace function recount_deliveries(drop_ids integer[]) returns setof integer language sql as $$
    insert into delivery_counts as counts (drop_id, shard, ${columns})
    select wanted.id, 0, ${each(state => `coalesce(counted.${state}, 0) - coalesce(stored.${state}, 0)`)}
    from unnest(drop_ids) wanted (id)
    join drops on drops.id = wanted.id
    left join (
      select drop_id, ${each(state => `count(*) filter (where status = '${state}') as ${state}`)}
      from drop_notifications where drop_id = any(drop_ids) group by drop_id
    ) counted on counted.drop_id = wanted.id
    left join (
      select drop_id, ${each(state => `sum(${state}) as ${state}`)}
      from delivery_counts where drop_id = any(drop_ids) group by drop_id
    ) stored on stored.drop_id = wanted.id
    where ${each(state => `coalesce(counted.${state}, 0) <> coalesce(stored.${state}, 0)`, ' or ')}
    order by wanted.id
    on conflict (drop_id, shard) do update
    set ${each(state => `${state} = counts.${state} + excluded.${state}`)}
    returning drop_id
  $$`,

  // The first Friday, 08:00 in a time zone, after a time. A zone that this PostgreSQL does not know counts
  // as UTC, because a drop must not fail for all its recipients by the choice of one.
  `create function next_digest_at(after timestamptz, zone text) returns timestamptz
    strict stable language plpgsql as $$
    declare
      friday timestamp;
    begin
      friday := date_trunc('week', after at time zone zone) + interval '4 days 8 hours';
      if friday at time zone zone > after then return friday at time zone zone; end if;
      return (friday + interval '7 days') at time zone zone;
    exception when invalid_parameter_value then
      return next_digest_at(after, 'UTC');
    end $$`,

  // The deliveries in a digest have the outcome of its mail. When it is about to be sent, those that are
  // not wanted any more are skipped; the others cannot be claimed, because their lease has no end.
  `create function carry_digests() returns trigger language plpgsql as $$
    begin
      if not exists (select from added where drop_id is null) then return null; end if;

      update drop_notifications n set
        status = case when skip_reason is null then 'sending' else 'skipped' end,
        last_error = skip_reason,
        next_attempt_at = null,
        leased_until = case when skip_reason is null then 'infinity'::timestamptz end
      from (
        select part.id, case
            when drops.stopped_at is not null then 'stopped'
            when not r.is_following then 'left'
            when r.mail_off then 'mail off'
            when r.current_follow_id <> r.follow_id and exists (
              select from drop_notifications other
              where other.drop_id = part.drop_id and other.follow_id = r.current_follow_id
            ) then 'gets it by another follow'
          end as skip_reason
        from added
        join removed on removed.id = added.id
        join drop_notifications part on part.digest_id = added.id
        join drops on drops.id = part.drop_id
        join recipients r on r.follow_id = part.follow_id
        where added.drop_id is null and added.status = 'sending'
          and (removed.status <> 'sending' or removed.leased_by is distinct from added.leased_by)
          and part.status in ('digest', 'sending', 'unknown')
        order by part.id for update of part
      ) checked
      where n.id = checked.id;

      update drop_notifications n set
        status = case added.status when 'retry' then 'digest' else added.status end,
        attempts = added.attempts,
        sent_at = added.sent_at,
        last_error = added.last_error,
        next_attempt_at = added.next_attempt_at,
        leased_until = case added.status when 'unknown' then 'infinity'::timestamptz end
      from added join removed on removed.id = added.id
      where added.drop_id is null and added.status not in ('pending', 'sending')
        and (added.status, added.next_attempt_at) is distinct from
          (removed.status, removed.next_attempt_at)
        and n.digest_id = added.id and n.status <> 'skipped';
      return null;
    end $$`,
  `create trigger carry_digests after update on drop_notifications
    referencing old table as removed new table as added
    for each statement execute function carry_digests()`,
]
