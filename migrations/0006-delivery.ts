/** The mails about drops: one delivery for each drop and follow, and what mail servers reported about it. */

const states = ['pending', 'sending', 'sent', 'retry', 'failed', 'skipped', 'unknown', 'digest']
const columns = states.join(', ')
const each = (text: (state: string) => string, separator = ', ') => states.map(text).join(separator)

/** What `delivery_decision` returns; the sender and the limits of mail have others. */
const skipReasons = [
  'stopped',
  'left',
  'mail off',
  'wants no mail',
  'gets it by another follow',
  'suppressed hard',
  'suppressed soft',
  'suppressed complaint',
]

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

  // Whether a follow gets the mail of a drop now, or a digest, which has no drop, and where it is sent to.
  // Every statement that enqueues, claims or sends asks this function. The limit keeps PostgreSQL from joining
  // all recipients to the rows of the statement.
  `create type skip_reason as enum (${skipReasons.map(reason => `'${reason}'`).join(', ')})`,
  `create function delivery_decision(of_drop integer, of_follow bigint, at timestamptz)
    returns table (skip_reason skip_reason, address text, address_confirmed boolean, user_id integer,
      followed_at timestamptz)
    stable language sql as $$
      select case
          when d.stopped_at is not null then 'stopped'
          when d.id is not null and not r.is_following then 'left'
          when d.id is not null and r.mail_off then 'mail off'
          when r.mail_stopped then 'wants no mail'
          when r.current_follow_id <> r.follow_id and exists (
            select from drop_notifications other
            where other.drop_id = of_drop and other.follow_id = r.current_follow_id
          ) then 'gets it by another follow'
          when s.email is not null then 'suppressed ' || s.reason
        end::skip_reason,
        r.address, r.address_confirmed, r.user_id, r.followed_at
      from recipients r
      left join drops d on d.id = of_drop
      left join suppressed_addresses s
        on s.email = lower(r.address) and (s.until is null or s.until > at)
      where r.follow_id = of_follow
      limit 1
    $$`,

  `create table mail_events (
    id bigint generated always as identity primary key,
    follow_id bigint not null references radr_follows on delete cascade,
    notification_id bigint references drop_notifications on delete cascade,
    kind text not null check (kind in ('hard', 'soft', 'delivered', 'complaint')),
    report text not null,
    detail text not null,
    created_at timestamptz not null default now()
  )`,
  `create unique index mail_events_key on mail_events
    (follow_id, coalesce(notification_id, 0), kind, report)`,
  'create index mail_events_notification_id on mail_events (notification_id, kind)',
  'create index mail_events_created_at on mail_events (created_at)',

  // One row for a drop, which every statement that changes deliveries keeps, see mail/delivery-counts.ts. It
  // stays when the deliveries of an old drop are purged.
  `create table delivery_counts (
    drop_id integer primary key references drops on delete cascade,
    ${each(state => `${state} integer not null default 0`)}
  ) with (fillfactor = 50)`,
  // Counts anew, only drops that keep all their deliveries, and returns whose counts were wrong. Deliveries and
  // counts are read as of one time, and the difference is added, so that nothing has to wait. `unnest`, because
  // PostgreSQL compares each row with each element of an array that is a parameter.
  `create function recount_deliveries(drop_ids integer[]) returns setof integer language sql as $$
    insert into delivery_counts as counts (drop_id, ${columns})
    select drops.id, ${each(state => `coalesce(counted.${state}, 0) - coalesce(stored.${state}, 0)`)}
    from drops
    left join (
      select drop_id, ${each(state => `count(*) filter (where status = '${state}') as ${state}`)}
      from drop_notifications where drop_id in (select unnest(drop_ids)) group by drop_id
    ) counted on counted.drop_id = drops.id
    left join delivery_counts stored on stored.drop_id = drops.id
    where drops.id in (select unnest(drop_ids)) and drops.deliveries_pruned_at is null
      and (${each(state => `coalesce(counted.${state}, 0) <> coalesce(stored.${state}, 0)`, ' or ')})
    order by drops.id
    on conflict (drop_id) do update
    set ${each(state => `${state} = counts.${state} + excluded.${state}`)}
    returning drop_id
  $$`,
]
