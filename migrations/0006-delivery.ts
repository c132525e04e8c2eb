/** What is to be sent: the mails to one person each, the deliveries of drops, and what mail servers reported. */
export const statements = [
  // All mails but those of drops. `due_at` is null once a mail has ended. The row that a mail is about ends it with
  // itself; a request that must not be told from others has none, and sends nothing.
  `create table mails (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    user_id integer references users on delete cascade,
    follow_id bigint references radr_follows on delete cascade,
    subscriber_id integer references follower_registry on delete cascade,
    data jsonb not null default '{}',
    requested_at timestamptz not null,
    due_at timestamptz,
    status text not null default 'pending' check (status in
      ('pending', 'sending', 'sent', 'retry', 'failed', 'skipped', 'unknown')),
    attempts integer not null default 0,
    leased_by uuid,
    leased_until timestamptz,
    sent_at timestamptz,
    last_error text,
    check (num_nonnulls(user_id, follow_id, subscriber_id) <= 1),
    check (due_at is not null or status not in ('pending', 'sending', 'retry'))
  ) with (fillfactor = 80)`,
  'create index mails_due on mails (kind, due_at) where due_at is not null',
  'create index mails_ended on mails (requested_at) where due_at is null',
  'create index mails_user_id on mails (user_id) where user_id is not null',
  'create index mails_follow_id on mails (follow_id) where follow_id is not null',
  'create index mails_subscriber_id on mails (subscriber_id) where subscriber_id is not null',
  // Drops join the weekly mail of a subscriber until its first attempt; then the next ones open another.
  `create unique index mails_open_weekly on mails (subscriber_id)
    where kind = 'weekly-mail' and status = 'pending'`,

  // The owner of a drop sees how many are in each state: counted from the key alone, which includes it. A delivery
  // that comes in a weekly mail belongs to it until that mail has ended; without that mail it is sent by itself. Then
  // `mailed_with` is the delivery that the return path of the mail names, and null for that one.
  `create table drop_notifications (
    id bigint generated always as identity primary key,
    follow_id bigint not null references radr_follows on delete cascade,
    drop_id integer not null references drops on delete cascade,
    status text not null default 'pending' check (status in
      ('pending', 'sending', 'sent', 'retry', 'failed', 'skipped', 'unknown')),
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    leased_by uuid,
    leased_until timestamptz,
    sent_at timestamptz,
    last_error text,
    weekly_mail_id uuid references mails on delete set null,
    mailed_with bigint,
    unique (drop_id, follow_id) include (status, weekly_mail_id),
    check (weekly_mail_id is null or status in ('pending', 'sending'))
  ) with (fillfactor = 80)`,
  'create index drop_notifications_follow_id on drop_notifications (follow_id)',
  // What is still to be sent, and nothing else, so that looking for work stays cheap for ever. A claim steps
  // from one running drop to the next, and does not read retries that are not due.
  `create index drop_notifications_running on drop_notifications (drop_id, id)
    where status in ('pending', 'sending') and weekly_mail_id is null`,
  `create index drop_notifications_due on drop_notifications (next_attempt_at)
    where status in ('retry', 'unknown') and next_attempt_at is not null`,
  `create index drop_notifications_missed on drop_notifications (drop_id, id)
    where status in ('failed', 'skipped', 'unknown')`,
  `create index drop_notifications_weekly on drop_notifications (weekly_mail_id)
    where weekly_mail_id is not null`,

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
