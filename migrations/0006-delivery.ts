/** The mails about drops: one delivery for each drop and follow, and what mail servers reported about it. */
export const statements = [
  // The owner of a drop sees how many are in each state: counted from the key alone, which includes it.
  `create table drop_notifications (
    id bigint generated always as identity primary key,
    follow_id bigint not null references radr_follows on delete cascade,
    drop_id integer not null references drops on delete cascade,
    status text not null default 'pending' check (status in
      ('pending', 'sending', 'sent', 'retry', 'failed', 'skipped', 'unknown', 'digest')),
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    leased_by uuid,
    leased_until timestamptz,
    sent_at timestamptz,
    last_error text,
    unique (drop_id, follow_id) include (status)
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
  `create index drop_notifications_digest_due on drop_notifications (next_attempt_at)
    where status = 'digest' and next_attempt_at is not null`,

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

  // Whether a follow gets the mail of a drop now, or of a drop that is yet to be made (null), and where it is sent to.
  // Every statement that enqueues, claims or sends asks this function. The limit keeps PostgreSQL from joining
  // all recipients to the rows of the statement.
  `create type skip_reason as enum ('stopped', 'left', 'mail off', 'address not proven',
    'suppressed hard', 'suppressed soft', 'suppressed complaint')`,
  `create function delivery_decision(of_drop integer, of_follow bigint, at timestamptz)
    returns table (skip_reason skip_reason, address text, address_confirmed boolean, user_id integer,
      subscriber_id integer, followed_at timestamptz)
    stable language sql as $$
      select case
          when d.stopped_at is not null then 'stopped'
          when d.id is not null and not r.is_following then 'left'
          when d.id is not null and r.mail_off then 'mail off'
          when not r.address_confirmed and (r.mail_stopped or s.email is not null) then 'address not proven'
          when s.email is not null then 'suppressed ' || s.reason
        end::skip_reason,
        r.address, r.address_confirmed, r.user_id, r.subscriber_id, r.followed_at
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
    kind text not null check (kind in ('hard', 'soft', 'complaint', 'delivered')),
    report text not null,
    detail text not null,
    created_at timestamptz not null default now()
  )`,
  `create unique index mail_events_key on mail_events
    (follow_id, coalesce(notification_id, 0), kind, report)`,
  'create index mail_events_notification_id on mail_events (notification_id, kind)',
  'create index mail_events_created_at on mail_events (created_at)',
]
