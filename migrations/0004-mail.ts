/** Mailboxes, the mails requested for them, and where and when mail may be sent at all. */
export const statements = [
  // All spellings of an address that a provider delivers to one mailbox, as one.
  `create function mailbox_of(address text) returns text
    immutable strict parallel safe language sql as $$
      select case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
        else name || '@' || host end
      from (select regexp_replace(split_part(lower(address), '@', 1), '^(.[^+]*)\\+.*$', '\\1') as name,
        split_part(lower(address), '@', 2) as host) parts
    $$`,
  'create index users_mailbox on users (mailbox_of(email))',
  // An address that nobody confirmed is not kept in order to count its mails: this is an HMAC-SHA-256, whose
  // outer and inner key are the halves of a secret, so without the secrets no address can be compared with a key.
  // Here and not in the code, because the view `subscribers` looks mailboxes up.
  `create function mailbox_key(address text) returns bytea
    stable strict parallel safe language plpgsql as $$
    declare
      secret bytea := (select value from secrets where name = 'mailboxes');
    begin
      return sha256(substring(secret for 64) ||
        sha256(substring(secret from 65) || convert_to(mailbox_of(address), 'UTF8')));
    end $$`,
  `create table mailboxes (
    id bigint generated always as identity primary key,
    key bytea not null unique,
    confirmed_at timestamptz,
    stopped_at timestamptz,
    unconfirmed_mails integer not null default 0,
    last_requested_at timestamptz not null default '-infinity'
  ) with (fillfactor = 80)`,
  `create index mailboxes_unconfirmed on mailboxes (last_requested_at)
    where confirmed_at is null and stopped_at is null`,
  // What the limits in `mail/mailboxes/mail-limits.ts` count.
  `create table mailbox_mails (
    id bigint generated always as identity primary key,
    mailbox_id bigint not null references mailboxes on delete cascade,
    kind text not null,
    subject_id bigint not null,
    is_sent boolean not null,
    requested_at timestamptz not null
  )`,
  'create index mailbox_mails_recent on mailbox_mails (mailbox_id, requested_at)',
  'create index mailbox_mails_requested_at on mailbox_mails (requested_at)',

  `create table suppressed_addresses (
    email text primary key check (email = lower(email)),
    reason text not null check (reason in ('hard', 'soft', 'complaint')),
    detail text not null,
    created_at timestamptz not null default now(),
    until timestamptz,
    id bigint generated always as identity unique
  )`,
  'create index suppressed_addresses_until on suppressed_addresses (until) where until is not null',
  `create index suppressed_addresses_complaint on suppressed_addresses (mailbox_of(email))
    where reason = 'complaint'`,

  // One row for all processes that send mail; its lock serializes the reservation of rate-limit slots. While
  // the mail server is away or refuses us, `failing_since` is set, and one mail is tried at `next_attempt_at`.
  `create table mail_flow (
    id smallint primary key default 1 check (id = 1),
    paused_at timestamptz,
    next_slot timestamptz not null default '-infinity',
    failing_since timestamptz,
    failure text,
    failed_attempts integer not null default 0,
    next_attempt_at timestamptz,
    check (num_nulls(failing_since, failure, next_attempt_at) in (0, 3))
  )`,
  'insert into mail_flow default values',
]
