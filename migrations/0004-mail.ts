/** Mailboxes, the mails requested for them, and where and when mail may be sent at all. */
export const statements = [
  // All spellings that a provider delivers to one mailbox have one key. It is a hash, so an address
  // that nobody confirmed is not kept in order to count its mails.
  `create function mailbox_key(address text) returns bytea
    immutable strict parallel safe language sql as $$
      select sha256(convert_to(
        case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
          else name || '@' || host end, 'UTF8'))
      from (select regexp_replace(split_part(lower(address), '@', 1), '^(.[^+]*)\\+.*$', '\\1') as name,
        split_part(lower(address), '@', 2) as host) parts
    $$`,
  `create table mailboxes (
    id bigint generated always as identity primary key,
    key bytea not null unique,
    confirmed_at timestamptz,
    stopped_at timestamptz,
    unconfirmed_mails integer not null default 0
  ) with (fillfactor = 80)`,
  // What the limits in `mail/mail-limits.ts` count.
  `create table mailbox_mails (
    id bigint generated always as identity primary key,
    mailbox_id bigint not null references mailboxes on delete cascade,
    kind text not null,
    subject_id bigint not null,
    is_sent boolean not null,
    requested_at timestamptz not null
  )`,
  'create index mailbox_mails_recent on mailbox_mails (mailbox_id, requested_at)',

  `create table suppressed_addresses (
    email text primary key check (email = lower(email)),
    reason text not null check (reason in ('hard', 'soft', 'complaint')),
    detail text not null,
    created_at timestamptz not null default now(),
    until timestamptz,
    id bigint generated always as identity unique
  )`,
  'create index suppressed_addresses_until on suppressed_addresses (until) where until is not null',
  `create index suppressed_addresses_complaint on suppressed_addresses (mailbox_key(email))
    where reason = 'complaint'`,

  // One row for all processes that send mail; its lock serializes the reservation of rate-limit slots.
  `create table mail_flow (
    id smallint primary key default 1 check (id = 1),
    paused_at timestamptz,
    next_slot timestamptz not null default '-infinity'
  )`,
  'insert into mail_flow default values',

  // One row for each process that sends no drop mail because the mail server is unavailable.
  `create table mail_circuits (
    sender uuid primary key,
    opened_at timestamptz not null,
    open_until timestamptz not null,
    reason text not null
  )`,
]
