/** The mails about drops: one delivery for each drop and follow, and what mail servers reported about it. */

const states = ['pending', 'sending', 'sent', 'retry', 'failed', 'skipped', 'unknown', 'digest']
const columns = states.join(', ')
const each = (text: (state: string) => string, separator = ', ') => states.map(text).join(separator)

/** A trigger function that adds the change of a whole statement. `deliveries` has the changed rows and a sign. */
const countChanges = (name: string, deliveries: string) => `
  create function ${name}() returns trigger language plpgsql as $$
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

export const statements = [
  // A digest is a delivery without a drop; the deliveries of the drops that it contains refer to it.
  `create table drop_notifications (
    id bigint generated always as identity primary key,
    follow_id bigint not null references radr_follows on delete cascade,
    drop_id integer references drops on delete cascade,
    digest_id bigint references drop_notifications on delete set null,
    status text not null default 'pending' check (status in
      (${each(state => `'${state}'`)})),
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    leased_by uuid,
    leased_until timestamptz,
    sent_at timestamptz,
    last_error text,
    unique (drop_id, follow_id)
  ) with (fillfactor = 80)`,
  'create index drop_notifications_follow_id on drop_notifications (follow_id)',
  // What is still to be sent, and nothing else, so that looking for work stays cheap for ever. A claim steps
  // from one running drop to the next, and does not read retries that are not due.
  `create index drop_notifications_running on drop_notifications (drop_id, id)
    where status in ('pending', 'sending')`,
  `create index drop_notifications_due on drop_notifications (next_attempt_at)
    where status in ('retry', 'unknown') and next_attempt_at is not null`,
  `create index drop_notifications_missed on drop_notifications (drop_id, id)
    where status in ('failed', 'skipped', 'unknown')`,
  `create index drop_notifications_digest on drop_notifications (digest_id)
    where digest_id is not null`,
  `create index drop_notifications_digest_due on drop_notifications (next_attempt_at)
    where status = 'digest' and digest_id is null`,
  `create index drop_notifications_digest_sent on drop_notifications (sent_at)
    where drop_id is null`,

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

  `create table mail_events (
    id bigint generated always as identity primary key,
    follow_id bigint not null references radr_follows on delete cascade,
    notification_id bigint references drop_notifications on delete cascade,
    kind text not null check (kind in ('hard', 'soft', 'delivered', 'complaint')),
    report text not null,
    detail text not null,
    created_at timestamptz not null default now()
  )`,
  // Rejects duplicate reports.
  `create unique index mail_events_key on mail_events
    (follow_id, coalesce(notification_id, 0), kind, report)`,
  'create index mail_events_notification_id on mail_events (notification_id, kind)',

  // What is left of the deliveries of an old drop.
  `create table drop_delivery_counts (
    drop_id integer not null references drops on delete cascade,
    status text not null,
    count integer not null,
    primary key (drop_id, status)
  )`,

  // The count of a drop is the sum of its rows: each connection changes one of four, so that workers which
  // send the same drop seldom wait for each other.
  `create table delivery_counts (
    drop_id integer not null references drops on delete cascade,
    shard smallint not null,
    ${each(state => `${state} integer not null default 0`)},
    primary key (drop_id, shard)
  ) with (fillfactor = 50)`,
  countChanges('count_added_deliveries', 'select *, 1 as sign from added'),
  countChanges('count_removed_deliveries', 'select *, -1 as sign from removed'),
  countChanges(
    'count_changed_deliveries',
    `select drop_id, status, 1 as sign from added
     union all select drop_id, status, -1 as sign from removed`,
  ),
  `create trigger count_added_deliveries after insert on drop_notifications
    referencing new table as added for each statement execute function count_added_deliveries()`,
  `create trigger count_removed_deliveries after delete on drop_notifications
    referencing old table as removed for each statement execute function count_removed_deliveries()`,
  `create trigger count_changed_deliveries after update on drop_notifications
    referencing old table as removed new table as added
    for each statement execute function count_changed_deliveries()`,
  // Counts anew and returns whose counts were wrong. Deliveries and counts are read as of one time, and the
  // difference is added, so that nothing has to wait.
  `create function recount_deliveries(drop_ids integer[]) returns setof integer language sql as $$
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
]
